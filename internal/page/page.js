
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const tables = [...data.sections, ...(data.run ? [data.run] : [])].flatMap(s => s.tables || []);
  const tableOf = id => tables[id.slice(1) - 1];
  const show = v => v === null ? "–" : typeof v === "number" ? v.toLocaleString("en", {maximumSignificantDigits: 6}) : v;

  // A click on the head of a column sorts the rows by it, and another one turns them round.
  for (const table of document.querySelectorAll("table")) {
    const {rows} = tableOf(table.id), body = table.tBodies[0];
    const lines = [...body.rows], order = lines.map((_, i) => i);
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = head.textContent;
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const sorted = head.getAttribute("aria-sort");
        const falls = sorted ? sorted === "ascending" : head.className === "number";
        for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
        head.setAttribute("aria-sort", falls ? "descending" : "ascending");
        const key = i => rows[i][column];
        order.sort((i, j) => {
          const a = key(i), b = key(j);
          if (a === null || b === null) return (a === null) - (b === null);
          const less = head.className ? Number(a) - Number(b) : String(a) < String(b) ? -1 : a === b ? 0 : 1;
          return (falls ? -less : less) || i - j;
        });
        body.append(...order.map(i => lines[i]));
      });
    });
  }

  // The point next to the mouse, or chosen by the arrow keys, is told below its chart.
  for (const figure of document.querySelectorAll("figure[data-table]")) {
    const table = tableOf(figure.dataset.table), said = figure.querySelector(".value");
    for (const svg of figure.querySelectorAll("svg")) {
      const box = svg.querySelector("[data-axes]");
      if (!box) continue;
      const [left, width, height, x0, x1, xLog, y0, y1, yLog] = box.dataset.axes.split(" ").map(Number);
      const at = (v, low, high, log) => log ? Math.log(v / low) / Math.log(high / low) : (v - low) / (high - low);
      const points = table.rows.flatMap((row, i) => row.slice(1).map((y, j) => ({row, j: j + 1,
        x: left + at(row[0], x0, x1, xLog) * width, y: y === null ? NaN : (1 - at(y, y0, y1, yLog)) * height})))
        .filter(p => isFinite(p.x) && isFinite(p.y));
      if (!points.length) continue;
      const ring = document.createElementNS("http://www.w3.org/2000/svg", "circle");
      ring.setAttribute("r", 7);
      ring.setAttribute("class", "here ink");
      let now = -1;
      const tell = i => {
        now = i;
        const {row, j, x, y} = points[i];
        ring.setAttribute("cx", x);
        ring.setAttribute("cy", y);
        box.append(ring);
        said.textContent = table.columns[0] + " " + show(row[0]) + ": " + table.columns[j] + " " + show(row[j]);
      };
      const hide = () => { ring.remove(); said.textContent = ""; };
      svg.addEventListener("pointermove", event => {
        const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(box.getScreenCTM().inverse());
        const far = points.map(p => Math.hypot(p.x - place.x, p.y - place.y));
        tell(far.indexOf(Math.min(...far)));
      });
      svg.addEventListener("pointerleave", hide);
      svg.tabIndex = 0;
      svg.addEventListener("blur", hide);
      svg.addEventListener("keydown", event => {
        const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
        if (!step) return;
        event.preventDefault();
        said.setAttribute("aria-live", "polite");
        tell((now + step + points.length) % points.length);
      });
    }
  }
})();
