"""Every small change of examples/python/pictoglyph.py must make a case of the test kit fail.

    python3 small_changes.py [--every N] [WORD ...]

A change is another comparison, a number that is one more or one less, or a condition that is left out. All take a
quarter of an hour. With --every, one of N is tried; with words, those whose description has one of them. It prints
how many were caught, and each that was not. Those that leave the model's tables as they are need no case, nor do
those of harmless_changes.py, which no case can show.
"""
import argparse
import ast
import hashlib
import os
import resource
import signal
import sys
import time

from harmless_changes import HARMLESS
from mutants import KIT, SOURCE, module_of, utf16

# The command's own words, and what only carries them.
LEFT_OUT = {"main"}
# Whoever changes these may change the tables, which are else built once; the first have no other purpose.
MAKES_TABLES = {"Numbers", "Alphabet", "Contexts", "logistic_tables", "log2"}
OF_TABLES = MAKES_TABLES | {"split_of", "Reader", "clamp", "new_model"}
MEGABYTES = 1000
SECONDS_OF_TABLES = 2
PROCESSES = len(os.sched_getaffinity(0))

OTHER_COMPARISONS = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
}


def cases():
    """Name, headers and cipher of each case that a reader of one cipher has."""
    for file in sorted(KIT.glob("*.txt")):
        head, cipher = file.read_bytes().decode("utf-8").split("\n\n", 1)
        headers = dict(line.split(": ", 1) for line in head.split("\n"))
        if headers.get("reader") not in ("message", "sets"):
            yield file.stem, headers, cipher[:-1]


def timed(module, kit):
    """The cases with the seconds that each takes, the fastest first."""
    for name, headers, cipher in kit:
        start = time.process_time()
        if not is_right(module, headers, cipher):
            sys.exit(f"{name} fails without any change")
        yield time.process_time() - start, name, headers, cipher


def remembering(scrypt):
    """Derives the keys of the kit once for all changes, unless a change asks for another derivation."""
    known = {}

    def derive(password, **parameters):
        key = password, *sorted(parameters.items())
        if key not in known:
            known[key] = scrypt(password, **parameters)
        return known[key]

    return derive


def is_right(module, headers, cipher):
    try:
        if headers.get("reader") == "none":
            module.encode(utf16(headers, "text-utf16"), headers["sets"], headers["type"], utf16(headers, "key-utf16"))
            return False
        text = module.decode(cipher, headers["sets"].split(" "), utf16(headers, "key-utf16"))
    except module.Refused as refused:
        return str(refused) == headers["expect"]
    if headers["expect"] != "text" or text != utf16(headers, "text-utf16"):
        return False
    if "format" not in headers:
        return True
    random = bytes.fromhex(headers.get("random", ""))
    name = "classic" if headers["format"] == "classic" else headers["type"]
    key, cost = utf16(headers, "key-utf16"), int(headers.get("cost", "0"))
    return module.encode(text, headers["sets"], name, key, cost, lambda length: random) == cipher


def changes_of(node):
    """Each small change of one expression: what it says, how to make it, and how to undo it."""
    if isinstance(node, ast.Compare):
        for i, operator in enumerate(node.ops):
            for other in OTHER_COMPARISONS[type(operator)]:
                yield (
                    f"{type(operator).__name__} -> {other.__name__}",
                    lambda i=i, other=other: node.ops.__setitem__(i, other()),
                    lambda i=i, operator=operator: node.ops.__setitem__(i, operator),
                )
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        value = node.value
        for other in (value + 1, value - 1):
            yield (
                f"{value} -> {other}",
                lambda other=other: setattr(node, "value", other),
                lambda: setattr(node, "value", value),
            )
    elif isinstance(node, ast.BoolOp):
        for i, value in enumerate(node.values):
            neutral = ast.copy_location(ast.Constant(isinstance(node.op, ast.And)), value)
            yield (
                f"without {ast.unparse(value)}",
                lambda i=i, neutral=neutral: node.values.__setitem__(i, neutral),
                lambda i=i, value=value: node.values.__setitem__(i, value),
            )


def all_changes(tree, lines):
    """The changes in the order of the source, each with a description that no other one has."""
    seen = {}
    for statement in tree.body:
        name = getattr(statement, "name", "")
        if name in LEFT_OUT or isinstance(statement, ast.If) or ast.unparse(statement).startswith("TABLE"):
            continue
        for node in ast.walk(statement):
            for says, make, undo in changes_of(node):
                description = f"{lines[node.lineno - 1].strip()} | {says}"
                seen[description] = seen.get(description, 0) + 1
                if seen[description] > 1:
                    description += f" ({seen[description]})"
                yield description, name, make, undo


ALIVE, CAUGHT, SAME_TABLES = range(3)


def try_change(tree, name, original, kit):
    """Starts a process, which may run away or fill the memory; its status says what came of the change."""
    child = os.fork()
    if child:
        return child
    resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES << 20, MEGABYTES << 20))
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    status = CAUGHT
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS_OF_TABLES)
        module = module_of(tree, () if name in OF_TABLES else original._loaded)
        module.new_model()
        if name in MAKES_TABLES and tables_of(module) == tables_of(original):
            status = SAME_TABLES
        elif all(is_right_in_time(module, *case) for case in kit):
            status = ALIVE
    finally:
        os._exit(status)


def tables_of(module):
    """What the model reads of its tables: of sums, only differences."""
    alphabet, contexts, (squash, stretch) = module._loaded
    weights = [after - before for before, after in zip(contexts.sums, contexts.sums[1:])]
    return (
        alphabet.codes, alphabet.ranks, alphabet.nodes, contexts.successors, weights, contexts.starts[1:],
        contexts.escapes[1:], contexts.children, squash[1:4096], stretch[:4096],
    )


def is_right_in_time(module, seconds, _name, headers, cipher):
    signal.setitimer(signal.ITIMER_VIRTUAL, 0.5 + 5 * seconds)
    return is_right(module, headers, cipher)


def main():
    parser = argparse.ArgumentParser(description="Tries small changes of pictoglyph.py against the test kit.")
    parser.add_argument("--every", type=int, default=1, metavar="N")
    parser.add_argument("words", nargs="*")
    options = parser.parse_args()
    source = SOURCE.read_text("utf-8")
    tree, lines = ast.parse(source), source.split("\n")
    hashlib.scrypt = remembering(hashlib.scrypt)
    original = module_of(tree, ())
    original.new_model()
    kit = sorted(timed(original, cases()), key=lambda case: case[:2])
    running, tried, alive, same, harmless = {}, 0, [], 0, set()

    def wait():
        nonlocal same
        child, status = os.wait()
        description = running.pop(child)
        outcome = os.waitstatus_to_exitcode(status)
        same += outcome == SAME_TABLES
        if outcome == ALIVE:
            alive.append(description)
            print(description, flush=True)

    for number, (description, name, make, undo) in enumerate(all_changes(tree, lines)):
        if number % options.every or not any(word in description for word in options.words or [""]):
            continue
        if description in HARMLESS:
            harmless.add(description)
            continue
        tried += 1
        if len(running) == PROCESSES:
            wait()
        make()
        running[try_change(tree, name, original, kit)] = description
        undo()
    while running:
        wait()
    is_all = options.every == 1 and not options.words
    unknown = sorted(set(HARMLESS) - harmless) if is_all else []
    tried -= same
    print(f"{tried - len(alive)} of {tried} small changes caught; {same} leave the tables, {len(harmless)} are harmless")
    for description in unknown:
        print(f"no such change: {description}")
    sys.exit(bool(alive or unknown))


if __name__ == "__main__":
    main()
