"""Recomputes every figure of a study report from the flat tables, with the standard library alone.
Usage: recompute.py TABLES STUDY_JSON REPORT_JSON. Prints one line for each figure that differs, then the number compared."""
import csv, json, math, os, sys
from collections import Counter, defaultdict

tables, study_file, report_file = sys.argv[1:4]
study = json.load(open(study_file, encoding="utf-8"))
report = json.load(open(report_file, encoding="utf-8"))


def read(name):
    with open(os.path.join(tables, name + ".csv"), encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


meetings = [row for row in read("meetings") if row["status"] == "closed"]
members = defaultdict(list)
for row in read("members"):
    members[row["meeting"]].append(row)
arms = {arm["name"]: arm for arm in study["arms"]}
sides = {s["name"]: {v["id"]: v["side"] for v in s["verdicts"]} for s in study["scenarios"]}
first = {s["name"]: s["verdicts"][0] for s in study["scenarios"]}
has_truth = bool(study["truth"])
Z = 1.959963984540054


def wilson(count, n):
    share, z2 = count / n, Z * Z
    centre = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = Z / (1 + z2 / n) * math.sqrt(share * (1 - share) / n + z2 / (4 * n * n))
    return max(0, centre - half), min(1, centre + half)


def prefix(row, time):
    return {"end": "", "vote": "opening_"}[time]


def decided(row, time):
    p = prefix(row, time)
    if row[p + "outcome"] not in ("decided", "unaccepted", "partial"):
        return None
    return row[p + "option"] or row[p + "side"] or None


def tied(row, time):
    p = prefix(row, time)
    if row[p + "outcome"] not in ("split", "partial") or row[p + "option"] or row[p + "side"]:
        return []
    votes = [vote.rsplit("=", 1) for vote in row[p + "votes"].split("|") if vote]
    votes = [(name, float(count)) for name, count in votes if name != "NO_VERDICT"]
    most = max([count for _, count in votes] + [0])
    names = [name for name, count in votes if count == most and most > 0]
    return names if len(names) > 1 else []


def right(row, name):
    truth, own = row["truth"], sides[row["scenario"]]
    return name == truth or own.get(name) == truth or name == own.get(truth)


def score(row, time="end"):
    name = decided(row, time)
    if not has_truth:
        by_option = any(r["option"] for r in meetings)
        return float(name == first[row["scenario"]]["id" if by_option else "side"])
    if name:
        return float(right(row, name))
    names = tied(row, time)
    return sum(right(row, n) for n in names) / len(names) if names else 0.0


def choice(row, time):
    name = decided(row, time)
    return name or ("tied" if tied(row, time) else row[prefix(row, time) + "outcome"])


def question(row):
    return row["scenario"] + "/" + row["subject"]


def of_arm(name):
    return [row for row in meetings if row["arm"] == name]


def voted(name):
    return [row for row in of_arm(name) if row["opening_outcome"]]


def pairs(one, other, value):
    others = {(question(r), r["seed"]): r for r in other}
    found = [(r, others[question(r), r["seed"]]) for r in one if (question(r), r["seed"]) in others]
    return [(question(a), value(b) - value(a)) for a, b in found]


def sign_test(differences):
    """Exact, over all sums of signs. The scale makes shares of up to 12 members whole."""
    steps = [round(abs(d) * 27720) for d in differences if round(abs(d) * 27720)]
    total = abs(sum(round(d * 27720) for d in differences))
    chances = {0: 1.0}
    for step in steps:
        after = defaultdict(float)
        for at, chance in chances.items():
            after[at + step] += chance / 2
            after[at - step] += chance / 2
        chances = after
    return min(1.0, sum(chance for at, chance in chances.items() if abs(at) >= total))


def p_value(found):
    groups = defaultdict(float)
    for name, difference in found:
        groups[name] += difference
    if len(groups) >= 8:
        return sign_test(groups.values())
    return sign_test([d for _, d in found]) if len(groups) == 1 else None


def alpha(cases):
    cases = [[v for v in case if v] for case in cases]
    cases = [case for case in cases if len(case) > 1]
    totals = Counter(v for case in cases for v in case)
    n = sum(totals.values())
    apart = lambda counts, size: size * size - sum(c * c for c in counts.values())
    observed = sum(apart(Counter(c), len(c)) / (len(c) - 1) for c in cases)
    expected = apart(totals, n) / (n - 1) if n > 1 else 0
    return None if expected == 0 else 1 - observed / expected


def votes(row, time=None):
    time = time or ("opening" if row["opening_outcome"] else "final")
    return [member[time] for member in members[row["meeting"]]]


def changes(row, counted=lambda member: True):
    known = [m for m in members[row["meeting"]] if m["opening"] and m["final"]]
    return sum(m["opening"] != m["final"] and counted(m) for m in known), len(known)


def share(found):
    found = [each for each in found if each[1]]
    return sum(a for a, _ in found), sum(b for _, b in found)


def rate(row):
    changed, n = changes(row)
    return changed / n


def controls(name, kind):
    made = [a["name"] for a in arms.values() if (a["made"] or {}).get("by") == "controls"]
    return of_arm(next(c for c in made if arms[c]["made"]["of"] == name and arms[c]["made"]["control"] == kind))


def independent(rows):
    cases = [votes(r) for r in rows]
    r, n = alpha(cases), sum(sum(bool(v) for v in c) for c in cases) / len(cases)
    return None if r is None else n / (1 + (n - 1) * max(0, r))


def best(rows):
    counts = defaultdict(list)
    for r in rows:
        time = "opening" if r["opening_outcome"] else "final"
        for m in members[r["meeting"]]:
            counts[m["member"]].append(right(r, m[time]) if m[time] else False)
    return max(counts.items(), key=lambda each: sum(each[1]) / len(each[1]))[1]


def judged(row, time):
    own = votes(row, time)
    return sum(bool(v) and right(row, v) for v in own), len(own)


def recompute(figure):
    """(value, n) of shares and means; (value, n, p) of differences; text."""
    define, what = figure["define"], figure["what"]
    arm, words = what.split(": ", 1) if ": " in what else ("", what)
    mean = lambda values: (sum(values) / len(values), len(values)) if values else (None, 0)
    pooled = lambda found: (share(found)[0] / share(found)[1], share(found)[1])
    gap = lambda found: (sum(d for _, d in found) / len(found), len(found), p_value(found))
    rows, talk = of_arm(arm), voted(arm)
    if define == "right":
        subject = words.split("right, ")[1] if ", " in words else None
        return mean([score(r) for r in rows if subject in (None, r["subject"])])
    if define == "chosen":
        same = lambda text: text.lower().replace("_", " ") == words.lower()
        return mean([same(choice(r, "end")) for r in rows])
    if define == "panel":
        return mean([score(r) for r in rows])
    if define in ("tied", "tied-vote"):
        return mean([bool(tied(r, "end" if define == "tied" else "vote")) for r in (rows if define == "tied" else talk)])
    if define == "difference":
        second, one = arm.split(" less ")
        return gap(pairs(of_arm(one), of_arm(second), score))
    if define == "ended":
        count = Counter(r["ended"] for r in rows)
        return f"all withdrew {count['withdrew']}, limit {count['limit']}, other {count['other']}"
    if define in ("members-before", "members-after"):
        return pooled([judged(r, "opening" if define == "members-before" else "final") for r in talk])
    if define in ("by-vote", "after-debate"):
        return mean([score(r, "vote" if define == "by-vote" else "end") for r in talk])
    if define == "ties-resolved":
        ends = [score(r) for r in talk if tied(r, "vote")]
        return f"{ends.count(1)} right, {ends.count(0)} wrong, {len(ends) - ends.count(1) - ends.count(0)} still tied"
    if define == "debate-gain":
        return gap([(question(r), score(r) - score(r, "vote")) for r in talk])
    if define == "alone":
        return mean([score(r) for r in controls(arm, "reflection")])
    if define == "alone-difference":
        return gap(pairs(controls(arm, "reflection"), rows, score))
    if define == "talk-changes":
        return mean([choice(r, "end") != choice(r, "vote") for r in talk])
    if define == "changed":
        return pooled([changes(r) for r in rows])
    if define == "changed-with-cause":
        return pooled([changes(r, lambda m: m["moved_by"] != "") for r in rows])
    if define == "changed-without":
        return pooled([changes(r, lambda m: m["moved_by"] == "") for r in rows])
    if define == "said-and-voted":
        known = [m for r in rows for m in members[r["meeting"]] if m["final_by"] == "ballot" and m["said"] and m["final"]]
        return mean([m["said"] != m["final"] for m in known]) if known else "not measured"
    if define == "spontaneous":
        return pooled([changes(r) for r in controls(arm, "reflection")])
    if define == "conforming":
        return gap(pairs(controls(arm, "reflection"), controls(arm, "stances"), rate))
    if define == "argued":
        return gap(pairs(controls(arm, "stances"), rows, rate))
    if define == "alpha":
        value = alpha([votes(r, None if "opening" in words else "final") for r in rows])
        return "no two verdicts differ" if value is None else (value, len(rows))
    if define == "independent-votes":
        value = independent(rows)
        return "no two verdicts differ" if value is None else (value, len(rows))
    if define == "all-wrong":
        return mean([judged(r, None)[0] == 0 for r in rows])
    if define == "best-member":
        return mean(best(rows))
    if define.startswith("dollars") and any(r["dollars"] == "" for r in rows):
        return "unknown"
    number = {
        "calls": lambda r: int(r["calls"]) + int(r["failed_calls"]),
        "vote-calls": lambda r: int(r["vote_calls"]),
        "tokens": lambda r: int(r["tokens_in"]) + int(r["tokens_out"]),
        "seconds": lambda r: float(r["seconds"]),
        "dollars": lambda r: float(r["dollars"]),
        "dollars-per-right": None,
    }[define]
    if define == "dollars-per-right":
        of = sum(score(r) for r in rows)
        return sum(float(r["dollars"]) for r in rows) / of, of
    if all(r["simulated"] == "1" for r in rows) and not any(number(r) for r in rows):
        return "not measured"
    return mean([number(r) for r in rows])


close = lambda a, b: (a is None) == (b is None) and (a is None or abs(a - b) < 1e-9)
compared = wrong = 0
for table in report["tables"]:
    for figure in table["figures"]:
        if figure["value"] is None and figure["text"] is None:
            continue
        compared += 1
        found = recompute(figure)
        if isinstance(found, str):
            same = found == figure["text"]
        else:
            same = close(found[0], figure["value"]) and close(found[1], figure["n"])
            same = same and (len(found) == 2 or close(found[2], figure["p"]))
            low, high = (figure["interval"] or {"low": found[0], "high": found[0]}).values()
            same = same and low - 1e-9 <= found[0] <= high + 1e-9
            questions = {question(r) for r in meetings}
            if figure["define"] in ("chosen", "tied", "tied-vote", "talk-changes", "all-wrong") and (len(questions) == 1 or len(questions) == found[1]):
                same = same and all(close(a, b) for a, b in zip((low, high), wilson(round(found[0] * found[1]), found[1])))
        if not same:
            wrong += 1
            print("differs:", figure["define"], figure["what"], figure["value"], figure["n"], figure["p"], figure["text"], "recomputed:", found)
print(f"{compared} figures compared, {wrong} differ")
sys.exit(1 if wrong else 0)
