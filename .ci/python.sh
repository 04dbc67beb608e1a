# What .ci/run does for the package in python/. It is sourced there.

# pythons prints an interpreter for each Python from 3.11 on that the machine has, the oldest
# first: those on PATH and those of pyenv and of GitHub's machines.
pythons() {
  local python version
  for python in $(compgen -c python3 | grep -E '^python3(\.[0-9]+)?$' | sort -u | xargs -r which -a) \
    "${PYENV_ROOT:-$HOME/.pyenv}"/versions/*/bin/python3 "${AGENT_TOOLSDIRECTORY:-/opt/hostedtoolcache}"/Python/*/x64/bin/python3; do
    # What pyenv puts on PATH starts some version, or none.
    version=$("$python" -c 'import sys; sys.version_info >= (3, 11) and print("%d.%d" % sys.version_info[:2])' 2>&1) || continue
    [ -z "$version" ] || echo "$version $("$python" -c 'import sys; print(sys.executable)')"
  done | sort -V -u -k1,1
}

# environment NAME PYTHON makes a fresh virtual environment without pip, which Debian's Python
# may lack; that of the tools installs into it.
environment() { "$2" -m venv --without-pip --clear "$1"; }

# python_tools prints the folder of the virtual environment that has what requirements.txt
# lists, and makes it where it is not there as it should be. It is of the newest Python.
python_tools() {
  local python version folder made
  read -r version python < <(tail -n 1 <<<"$pythons")
  [ -n "$python" ] || {
    echo "the package needs Python 3.11 or later; install python3" >&2
    return 1
  }
  folder=$PWD/.ci/cache/python
  made=$({ echo "$python $version"; cat python/requirements.txt; } | git hash-object --stdin)
  if [ "$made" != "$(cat "$folder/made" 2>/dev/null)" ]; then
    rm -rf "$folder"
    "$python" -m venv "$folder" || {
      [ "$(id -u)" = 0 ] && command -v apt-get || {
        echo "a virtual environment needs pip; install python3-venv"
        return 1
      }
      install_packages "python$version-venv" && "$python" -m venv --clear "$folder"
    } >&2 || return 1
    "$folder/bin/python" -m pip install --quiet --requirement python/requirements.txt >&2 || return 1
    echo "$made" >"$folder/made"
  fi
  echo "$folder/bin"
}

python_checks() (
  tools=$(python_tools) && cd python && "$tools/ruff" format --check . && "$tools/ruff" check . && "$tools/mypy"
)

python_tests() (
  tools=$(python_tools) || exit
  # NetworkX finds a backend only where the package is installed.
  "$tools/python" -m pip install --quiet --no-deps --no-build-isolation --editable python &&
    cd python && "$tools/python" -m pytest
)

# python_spark tests what runs on Spark, in an environment of its own, as Spark has half a
# gigabyte. It needs Java.
python_spark() (
  command -v java || {
    [ "$(id -u)" = 0 ] && command -v apt-get && apt-get update &&
      apt-cache show openjdk-17-jre-headless >"$scratch/java" && install_packages openjdk-17-jre-headless
  } || { echo "tests of Spark are skipped: there is no Java, nor openjdk-17-jre-headless"; exit 0; }
  tools=$(python_tools) || exit
  folder=$PWD/.ci/cache/spark
  made=$({ readlink -f "$tools/python"; cat python/requirements*.txt; } | git hash-object --stdin)
  if [ "$made" != "$(cat "$folder/made" 2>/dev/null)" ]; then
    environment "$folder" "$tools/python" &&
      "$tools/python" -m pip --python "$folder" install --quiet --constraint python/requirements.txt \
        numpy pandas pyarrow pytest --requirement python/requirements-spark.txt || exit
    echo "$made" >"$folder/made"
  fi
  cd python && "$folder/bin/python" -m pytest tests/test_spark*.py
)

# python_wheels builds an sdist, the wheel of this machine of that, and runs the quick tests
# with the wheel in a fresh virtual environment of each Python.
python_wheels() (
  tools=$(python_tools) || exit
  rm -rf python/dist
  "$tools/python" -m build python || exit
  export PYTHONDONTWRITEBYTECODE=1
  unset TRICYCLE_BINARY
  while read -r version python; do
    begin=$SECONDS
    environment "$scratch/$version" "$python" &&
      "$tools/python" -m pip --python "$scratch/$version" install --quiet --constraint python/requirements.txt pytest python/dist/*.whl &&
      "$scratch/$version/bin/python" -m pytest -q -o pythonpath= -p no:cacheprovider -m 'not slow' python || exit
    echo "python $version   ok   $((SECONDS - begin)) s"
  done <<<"$pythons"
  for version in 3.11 3.12 3.13 3.14; do
    grep -q "^$version " <<<"$pythons" || echo "python $version   skipped: not on this machine"
  done
)
