"""What scrolling a list costs the page's main thread, from a trace of the DevTools protocol."""

import statistics
from dataclasses import dataclass

#: What counts as the work of a step, and as which part of it; what lies within another is counted once.
PARTS = {
    "script": {"FunctionCall", "EvaluateScript", "v8.run", "FireAnimationFrame", "EventDispatch", "RunMicrotasks", "TimerFire", "FireIdleCallback",
               "IntersectionObserverController::computeIntersections", "XHRReadyStateChange"},
    "style": {"UpdateLayoutTree"},
    "layout": {"Layout"},
    "collector": {"MajorGC", "MinorGC"},
}
PART_OF = {name: part for part, names in PARTS.items() for name in names}
TASKS = {"RunTask", "ThreadControllerImpl::RunTask"}
CATEGORIES = ["devtools.timeline", "blink.user_timing", "toplevel"]
NEXT_FRAME = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def p95(values):
    return statistics.quantiles(values, n=20)[-1]


@dataclass
class Figures:
    """All in milliseconds. CPU time is that of the main thread: on a busy machine only it says something about the app."""

    #: Script, style and layout of each step.
    walls: list
    cpus: list
    #: CPU time of each part, by its name.
    parts: dict
    tasks: list
    task_cpus: list
    #: From one step's beginning to the next one's.
    lengths: list


class Trace:
    """Records while it is open. `performance.mark('step')` begins a step."""

    def __init__(self, page):
        self.tools = page.context.new_cdp_session(page)
        self.events, self.is_done = [], False
        self.tools.on("Tracing.dataCollected", lambda data: self.events.extend(data["value"]))
        self.tools.on("Tracing.tracingComplete", lambda data: setattr(self, "is_done", True))
        self.page = page

    def __enter__(self):
        self.tools.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": {"includedCategories": CATEGORIES, "excludedCategories": ["*"]}})
        return self

    def __exit__(self, *_):
        self.tools.send("Tracing.end")
        while not self.is_done:
            self.page.wait_for_timeout(20)
        self.tools.detach()

    def figures(self):
        marks = [event for event in self.events if event.get("name") == "step" and "blink.user_timing" in event["cat"]]
        thread = (marks[0]["pid"], marks[0]["tid"])
        own = sorted((event for event in self.events if event.get("ph") == "X" and (event["pid"], event["tid"]) == thread), key=lambda one: (one["ts"], -one["dur"]))
        edges = [mark["ts"] for mark in marks]
        walls, cpus = [0.0] * len(edges), [0.0] * len(edges)
        parts = {part: [0.0] * len(edges) for part in PARTS}
        index, outer = 0, []
        for event in own:
            part = PART_OF.get(event["name"])
            if not part or event["ts"] < edges[0]:
                continue
            while index + 1 < len(edges) and edges[index + 1] <= event["ts"]:
                index += 1
            while outer and outer[-1][0] <= event["ts"]:
                outer.pop()
            cpu = event.get("tdur", event["dur"]) / 1000
            parts[part][index] += cpu
            if outer:
                parts[outer[-1][1]][index] -= cpu
            else:
                walls[index] += event["dur"] / 1000
                cpus[index] += cpu
            outer.append((event["ts"] + event["dur"], part))
        tasks = [event for event in own if event["name"] in TASKS and event["ts"] >= edges[0]]
        return Figures(walls, cpus, parts, [task["dur"] / 1000 for task in tasks], [task.get("tdur", task["dur"]) / 1000 for task in tasks],
                       [(after - before) / 1000 for before, after in zip(edges, edges[1:])])


def scroll_by_wheel(page, turn, steps):
    """Scrolls the list of a page by `turn` pixels a step and gives what that cost."""
    box = page.locator(".window-list").bounding_box()
    tools = page.context.new_cdp_session(page)
    wheel = {"type": "mouseWheel", "x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "deltaX": 0, "deltaY": turn, "pointerType": "mouse"}
    with Trace(page) as trace:
        for _ in range(steps):
            page.evaluate("performance.mark('step')")
            tools.send("Input.dispatchMouseEvent", wheel)
            page.evaluate(NEXT_FRAME)
    tools.detach()
    return trace.figures()


def scroll_by_bar(page, steps):
    """The same anywhere in the list, as if its scroll bar were dragged."""
    with Trace(page) as trace:
        for step in range(steps):
            page.evaluate("performance.mark('step')")
            page.evaluate("(share) => { const list = document.querySelector('.window-list'); list.scrollTop = share * list.scrollHeight; }", (step * 0.618) % 1)
            page.evaluate(NEXT_FRAME)
    return trace.figures()
