
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const tables = [...data.sections, ...(data.run ? [data.run] : [])].flatMap(s => s.tables || []);
  const tableOf = id => tables[id.slice(1) - 1];
  const textsOf = id => [...document.getElementById(id).tBodies[0].rows].map(line => [...line.cells].map(cell => cell.textContent));
  const words = new Intl.Collator("en", {numeric: true});
  const make = tag => document.createElement(tag);
  const arrows = (view, go) => view.addEventListener("keydown", event => {
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    if (!step) return;
    event.preventDefault();
    go(step);
  });

  // A click on the head of a column sorts the rows, another turns them round.
  for (const table of document.querySelectorAll("table")) {
    const {rows} = tableOf(table.id), body = table.tBodies[0];
    const lines = [...body.rows], order = lines.map((_, i) => i);
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      const number = head.className === "number", button = make("button");
      // Whole numbers that are strings are too large for other kinds.
      const keys = rows.map(row => number && typeof row[column] === "string" ? BigInt(row[column]) : row[column]);
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const sorted = head.getAttribute("aria-sort");
        const falls = sorted ? sorted === "ascending" : number;
        for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", falls ? "descending" : "ascending");
        order.sort((i, j) => {
          const a = keys[i], b = keys[j];
          if (a === null || b === null) return (a === null) - (b === null) || i - j;
          const less = number ? (a > b) - (a < b) : words.compare(a, b);
          return (falls ? -less : less) || i - j;
        });
        body.append(...order.map(i => lines[i]));
      });
    });
  }

  // The point next to the pointer or of the arrow keys is told below its chart.
  for (const figure of document.querySelectorAll("[data-told]")) {
    const [id, ...columns] = figure.dataset.told.split(" ");
    const {rows, columns: names} = tableOf(id), texts = textsOf(id);
    const said = make("output");
    (figure.querySelector("fieldset") || figure.querySelector(".view")).after(said);
    for (const view of figure.querySelectorAll(".view")) {
      const box = view.querySelector("[data-axes]");
      const [left, width, height, x0, x1, xLog, y0, y1, yLog] = box.dataset.axes.split(" ").map(Number);
      const at = (v, low, high, log) => v === null ? NaN : log ? Math.log(v / low) / Math.log(high / low) : (v - low) / (high - low);
      const points = columns.flatMap(j => rows.map((row, i) => ({
        x: left + at(row[0], x0, x1, xLog) * width, y: (1 - at(row[j], y0, y1, yLog)) * height,
        text: names[0] + " " + texts[i][0] + ": " + names[j] + " " + texts[i][j],
      }))).filter(p => isFinite(p.x) && isFinite(p.y));
      const ring = document.createElementNS("http://www.w3.org/2000/svg", "circle");
      ring.setAttribute("r", 7);
      ring.setAttribute("class", "here ink");
      let now = -1;
      const tell = (i, aloud) => {
        now = i;
        ring.setAttribute("cx", points[i].x);
        ring.setAttribute("cy", points[i].y);
        box.append(ring);
        said.ariaLive = aloud ? "polite" : "off";
        said.textContent = points[i].text;
      };
      const hide = () => { ring.remove(); said.textContent = ""; };
      view.addEventListener("pointermove", event => {
        const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(box.getScreenCTM().inverse());
        const far = points.map(p => Math.hypot(p.x - place.x, p.y - place.y));
        if (far.length) tell(far.indexOf(Math.min(...far)));
      });
      view.addEventListener("pointerleave", event => event.pointerType === "touch" || hide());
      view.addEventListener("blur", hide);
      if (points.length) arrows(view, step => {
        tell(now < 0 && step < 0 ? points.length - 1 : (now + step + points.length) % points.length, true);
        ring.scrollIntoView({block: "nearest", inline: "nearest"});
      });
    }
  }

  // Buttons and arrow keys step through cycles.
  for (const figure of document.querySelectorAll("[data-steps]")) {
    const texts = textsOf(figure.dataset.steps), view = figure.querySelector(".view"), bar = make("p"), said = make("output");
    let now = 0;
    const go = step => {
      now = (now + step + texts.length) % texts.length;
      view.querySelectorAll(".cycle").forEach((cycle, i) => cycle.style.display = i === now ? "inline" : "none");
      said.textContent = texts[now].join(", ");
    };
    for (const step of [-1, 1]) {
      const button = make("button");
      button.textContent = step < 0 ? "Previous" : "Next";
      button.onclick = () => go(step);
      bar.append(button, " ");
    }
    view.after(bar, said);
    arrows(view, go);
    go(0);
  }
})();
