"""Runs the scripts that other hosts run, with stubs for those hosts. Called by .ci/pipelines.d/integrations.

Usage: integrations.py FOLDER. WHEEL names the wheel, WHEEL_VENV a virtual environment that has it installed.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import yaml

ROOT = Path.cwd()
WORK = Path(sys.argv[1])
WHEEL = str(Path(os.environ["WHEEL"]).resolve())
PROGRAM = Path(os.environ["WHEEL_VENV"]).resolve() / "bin"
CLEAN = ROOT / "fixtures/demo/clean.json"
FAULTY = ROOT / "fixtures/demo/wrong-payer.json"

# The command `gh`: keeps the comment of the action in a file, beside one of somebody else with the same marker, and notes each call.
GH = """#!/bin/sh
echo "$*" >> "$STUB/calls"
body() { for word; do case "$word" in body=@*) cp "${word#body=@}" "$STUB/comment" ;; esac; done; }
case "$*" in
  *POST*) body "$@" ;;
  *PATCH*issues/comments/17*) body "$@" ;;
  *viewer*--jq*) echo "github-actions[bot]" ;;
  *--jq*contains*) echo "mallory 3"; [ ! -e "$STUB/comment" ] || echo "github-actions[bot] 17" ;;
  *) echo "unexpected: $*" >&2; exit 1 ;;
esac
"""

# The command `cargo`: installs a program that is there already, and notes each call with its folder.
CARGO = """#!/bin/sh
echo "$PWD: $*" >> "$STUB/builds"
[ ! -e "$STUB/broken" ] || exit 101
while [ "$1" != --root ]; do shift; done
mkdir -p "$2/bin" && ln -s "$PROGRAM" "$2/bin/caipan"
"""


def check(holds: bool, said: str) -> None:
    if not holds:
        raise SystemExit(f"integrations: {said}")


def run(script: str, folder: Path, env: dict[str, str], shell: str = "bash") -> subprocess.CompletedProcess[str]:
    """Runs a script as the host does: the first failing command ends it."""
    options = ["-e", "-o", "pipefail"] if shell == "bash" else ["-e"]
    return subprocess.run([shell, *options, "-c", script], cwd=folder, env=env, text=True, capture_output=True)


def fresh(name: str) -> Path:
    folder = WORK / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def stub(folder: Path, name: str, script: str) -> None:
    """Puts a command into the virtual environment of `environment`."""
    path = folder / "python/bin" / name
    path.write_text(script)
    path.chmod(0o755)


def environment(folder: Path) -> dict[str, str]:
    """An environment whose python is a virtual environment without caipan, as a runner gives it."""
    place = folder / "python"
    venv.create(place, with_pip=True)
    stub(folder, "cargo", CARGO)
    shared = {"HOME": str(folder), "LANG": "C.UTF-8", "STUB": str(folder), "PROGRAM": str(PROGRAM / "caipan")}
    return shared | {"PATH": f"{place / 'bin'}:/usr/bin:/bin"}


def built(folder: Path) -> list[str]:
    """The calls of cargo."""
    calls = folder / "builds"
    return calls.read_text().splitlines() if calls.exists() else []


class Action:
    """The steps of action.yml, with the values of a run in place of its expressions."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.document = yaml.safe_load((ROOT / "action.yml").read_text())
        self.env = environment(folder) | {
            "RUNNER_TEMP": str(folder / "temp"),
            "GITHUB_OUTPUT": str(folder / "output"),
            "GITHUB_STEP_SUMMARY": str(folder / "summary"),
            "GITHUB_REPOSITORY": "somebody/room",
            "RUNNER_OS": "Linux",
            "RUNNER_ARCH": "X64",
        }
        stub(folder, "gh", GH)
        self.used: set[str] = set()

    def run(self, inputs: dict[str, str], event: str) -> dict[str, subprocess.CompletedProcess[str]]:
        """Runs every shell step whose condition holds on a fresh runner; returns the results by name."""
        shutil.rmtree(self.folder / "temp", ignore_errors=True)
        (self.folder / "temp").mkdir()
        declared = self.document["inputs"]
        check(set(inputs) <= set(declared), f"unknown inputs {set(inputs) - set(declared)}")
        values = {f"inputs.{name}": inputs.get(name, entry["default"]) for name, entry in declared.items()}
        values |= {"github.token": "t0ken", "github.event.pull_request.number": "5", "github.event_name": event}
        values |= {"github.action_path": str(ROOT), "runner.temp": self.env["RUNNER_TEMP"]}
        output = Path(self.env["GITHUB_OUTPUT"])
        results = {}
        for step in self.document["runs"]["steps"]:
            output.write_text("")

            def filled(text: str) -> str:
                return re.sub(r"\$\{\{ *([\w.-]+) *\}\}", lambda found: filled(values[found[1]]), text)

            conditions = step.get("if", "").split(" && ") if "if" in step else []
            holds = [re.fullmatch(r"([\w.-]+) == '([\w-]*)'", one.strip()) for one in conditions]
            check(all(holds), f"the condition {step.get('if')} is not of the form that this test knows")
            if not all(values[one[1]] == one[2] for one in holds if one):
                continue
            if "uses" in step:
                for value in step.get("with", {}).values():
                    filled(value)
                self.used.add(step["uses"].split("@")[0])
                continue
            check("${{" not in step["run"], f"the step {step['name']} pastes an expression into its script")
            env = self.env | {name: filled(value) for name, value in step.get("env", {}).items()}
            results[step["name"]] = run(step["run"], self.folder, env)
            if results[step["name"]].returncode != 0:
                break
            written = (line.split("=", 1) for line in output.read_text().splitlines())
            values |= {f"steps.{step['id']}.outputs.{key}": value for key, value in written}
        return results


def action() -> None:
    folder = fresh("action")
    logs = folder / "the logs"
    logs.mkdir()
    shutil.copy(CLEAN, logs)
    host = Action(folder)
    common = {"package": WHEEL, "files": "the logs\n", "baseline": "state/known.ndjson"}

    def steps(expected: int, event: str = "pull_request", **inputs: str) -> subprocess.CompletedProcess[str]:
        results = host.run(common | inputs, event)
        install, result = results["Install caipan"], results.get("Result", results.get("Audit"))
        check(install.returncode == 0, f"the wheel is not installed: {install.stderr}")
        check(result is not None and result.returncode == expected, f"expected exit status {expected}: {results}")
        return results["Audit"]

    comment = folder / "comment"
    sarif = folder / "temp/caipan/caipan.sarif"
    steps(0)
    check(not comment.exists(), "a clean run wrote a comment")
    # The findings of a new log are new, and annotated beside their line.
    shutil.copy(FAULTY, logs)
    audit = steps(1, lang="zh")
    check("::error file=the logs/wrong-payer.json,line=" in audit.stdout, f"no annotation: {audit.stdout}")
    check("A703" in comment.read_text() and "<!-- caipan audit -->" in comment.read_text(), "the comment lacks the finding")
    check("A703" in (folder / "summary").read_text(), "the summary of the job lacks the finding")
    results = json.loads(sarif.read_text())["runs"][0]["results"]
    check(any(result["ruleId"].startswith("A703") for result in results), "SARIF lacks the finding")
    # A known finding is not new, and the comment is replaced.
    shutil.copy(folder / "temp/caipan/known.ndjson", folder / "state/known.ndjson")
    steps(0)
    check("A703" not in comment.read_text(), "the comment still tells a known finding as new")
    calls = (folder / "calls").read_text()
    check(calls.count("POST") == 1, "more than one comment was written")
    check("<!-- caipan audit -->" in calls and "comments/3" not in calls, "the comment of somebody else was taken for ours")
    steps(0, event="push")
    steps(0, comment="false")
    check((folder / "calls").read_text() == calls, "a comment was written on a push or where it was not wanted")
    # Arguments and the verdict that fails.
    steps(0, baseline="", args="--ignore A7 --ignore A8")
    (logs / "broken.json").write_text('{"format": "paipu/1", ')
    steps(2, baseline="")
    # A shell reads no input as a command.
    steps(2, files='$(touch "pwned")', args="`touch pwned`")
    check(not (folder / "pwned").exists(), "an input was run as a command")
    check(not built(folder), f"a wheel was named, and the program was built: {built(folder)}")
    # Without a wheel the program is built from the sources of the action.
    steps(0, baseline="", package="", files=f"the logs/{CLEAN.name}")
    check(host.used == {"actions/cache", "github/codeql-action/upload-sarif"}, f"unexpected actions: {host.used}")
    calls = built(folder)
    check(len(calls) == 1 and calls[0].startswith(f"{ROOT}: install ") and " --locked --path . " in calls[0], f"cargo was called by {calls}")
    # Nothing is looked up under the name of the package.
    (folder / "broken").touch()
    for package, words in (("caipan", ("找不到文件：caipan", "no file caipan")), ("", ("编译不了", "cannot be built"))):
        results = host.run(common | {"package": package}, "push")
        refused = results["Install caipan"]
        check(refused.returncode != 0 and "Audit" not in results, f"it goes on without a program: {results}")
        check(all(word in refused.stdout for word in words), f"it is refused in silence: {refused}")


def pre_commit() -> None:
    folder = fresh("pre-commit")
    env = {
        "PATH": f"{PROGRAM}:{Path(sys.executable).parent}:/usr/bin:/bin",
        "HOME": str(folder),
        "PRE_COMMIT_HOME": str(folder / "cache"),
        "GIT_CONFIG_GLOBAL": "/dev/null",
        "LANG": "en_GB.UTF-8",
    }
    for name in ("AUTHOR", "COMMITTER"):
        env |= {f"GIT_{name}_NAME": "a", f"GIT_{name}_EMAIL": "a@example.org"}

    def git(place: Path, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["git", *words], cwd=place, env=env, text=True, capture_output=True)

    def repository(name: str) -> Path:
        place = folder / name
        place.mkdir()
        git(place, "init", "--quiet")
        return place

    hooks, room = repository("hooks"), repository("room")
    shutil.copy(ROOT / ".pre-commit-hooks.yaml", hooks)
    git(hooks, "add", ".")
    check(git(hooks, "commit", "--quiet", "-m", "hooks").returncode == 0, "git cannot commit")
    revision = git(hooks, "rev-parse", "HEAD").stdout.strip()
    hook = {"id": "caipan-audit", "files": r"^logs/.*\.json$"}
    config = {"repos": [{"repo": str(hooks), "rev": revision, "hooks": [hook]}]}
    (room / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config))
    said = subprocess.run(["pre-commit", "install"], cwd=room, env=env, text=True, capture_output=True)
    check(said.returncode == 0, f"pre-commit install: {said.stdout}{said.stderr}")
    (room / "logs").mkdir()
    shutil.copy(CLEAN, room / "logs")
    (room / "settings.json").write_text("{}")
    git(room, "add", ".")
    clean = git(room, "commit", "-m", "clean")
    check(clean.returncode == 0 and "Passed" in clean.stdout + clean.stderr, f"a clean log was refused: {clean}")
    shutil.copy(FAULTY, room / "logs")
    git(room, "add", ".")
    faulty = git(room, "commit", "-m", "faulty")
    check(faulty.returncode != 0 and "A703" in faulty.stdout + faulty.stderr, f"a faulty log was committed: {faulty}")


def gitlab() -> None:
    folder = fresh("gitlab")
    job = yaml.safe_load((ROOT / "deploy/gitlab/caipan.yml").read_text())["caipan"]
    check(set(job) <= {"image", "cache", "script", "artifacts"}, f"keys that this test does not know: {set(job)}")
    script = "\n".join(job["script"])
    (folder / "logs").mkdir()
    shutil.copy(FAULTY, folder / "logs")
    env = environment(folder) | {"AUDIT_PACKAGE": WHEEL, "CI_DEFAULT_BRANCH": "main"}
    on = lambda branch, **variables: run(script, folder, env | {"CI_COMMIT_BRANCH": branch} | variables, "sh")
    # On a branch a finding is new until the default branch has it.
    for branch, status in (("topic", 1), ("topic", 1), ("main", 1), ("topic", 0)):
        ended = on(branch)
        check(ended.returncode == status, f"expected {status} on {branch}: {ended}")
    for name in [*job["artifacts"]["paths"], job["artifacts"]["reports"]["junit"]]:
        check((folder / name).stat().st_size > 0, f"the artifact {name} is missing")
    for path in job["cache"]["paths"]:
        check((folder / path).is_dir(), f"the cache {path} is missing")
    # Without a wheel the program is built once, from the commit that the project names.
    commit = "0123456789abcdef" * 2 + "01234567"
    for _ in range(2):
        check(on("topic", AUDIT_PACKAGE="", AUDIT_COMMIT=commit).returncode == 0, "the program that was built is not run")
    calls = built(folder)
    check(len(calls) == 1 and f"--locked --git https://github.com/caipan/caipan --rev {commit} " in calls[0], f"cargo was called by {calls}")
    # Nothing is looked up under the name of the package.
    for variables in ({"AUDIT_PACKAGE": "caipan"}, {"AUDIT_PACKAGE": ""}, {"AUDIT_PACKAGE": "", "AUDIT_COMMIT": "main"}):
        refused = on("topic", **variables)
        check(refused.returncode == 1 and "AUDIT_" in refused.stderr, f"{variables} is not refused: {refused}")
        check(re.search("[一-龥]", refused.stderr) is not None, f"{variables} is refused in one language: {refused}")


def documented() -> None:
    """The first lines of docs/nightly.md use inputs that exist."""
    page = (ROOT / "docs/nightly.md").read_text()
    block = re.search(r"```yaml\n(.*?)```", page, re.DOTALL)
    check(block is not None, "docs/nightly.md has no workflow")
    lines = [line for line in block[1].splitlines() if line.strip()]
    check(len(lines) <= 5, f"the first workflow of docs/nightly.md has {len(lines)} lines, not five")
    workflow = yaml.safe_load(block[1])
    steps = workflow["jobs"]["audit"]["steps"]
    uses = next((step for step in steps if step.get("uses", "").startswith("caipan/caipan@")), None)
    check(uses is not None, "docs/nightly.md does not use the action")
    inputs = yaml.safe_load((ROOT / "action.yml").read_text())["inputs"]
    check(set(uses["with"]) <= set(inputs), f"docs/nightly.md names unknown inputs: {set(uses['with']) - set(inputs)}")


for part in (documented, action, pre_commit, gitlab):
    part()
    print(f"integrations: {part.__name__}: holds", flush=True)
