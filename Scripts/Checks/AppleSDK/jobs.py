"""Runs functions in the order of their dependencies, one for each processor at a time."""
import concurrent.futures
import graphlib
import os


def run(jobs):
    """Runs `{name: (names of those before it, function)}`, and returns each result.

    The result is `None` without a run if one before it has a result that is false.
    """
    order = graphlib.TopologicalSorter({name: before for name, (before, _) in jobs.items()})
    order.prepare()
    results, running = {}, {}
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        while order.is_active():
            for name in order.get_ready():
                before, body = jobs[name]
                is_possible = all(results[each] for each in before)
                running[pool.submit(body if is_possible else lambda: None)] = name
            for future in concurrent.futures.wait(running, return_when=concurrent.futures.FIRST_COMPLETED).done:
                name = running.pop(future)
                results[name] = future.result()
                order.done(name)
    return results
