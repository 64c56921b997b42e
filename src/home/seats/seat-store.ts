import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { BoardroomError } from "../../errors.ts";
import { ownOf } from "../../lists.ts";
import { sha256 } from "../../text/sha256.ts";
import { writeOnce } from "../settings/write-once.ts";

/** Holds digests of codes and tokens, never themselves. */
const SEATS_FOLDER = "seats";

const reservedSchema = z.strictObject({
  seat: z.string(),
  person: z.string(),
  /** SHA-256 of the one-time code. */
  code: z.string(),
  at: z.string(),
});

const holderSchema = z.strictObject({
  /** SHA-256 of the token. */
  token: z.string(),
  /** What the client calls itself; a claim. */
  client: z.string(),
  at: z.string(),
});

export type ReservedSeat = { readonly seat: string; readonly person: string; readonly code: string };

type AgentSeat = {
  readonly seat: string;
  readonly person: string;
  readonly standing: "waits" | "taken" | "left";
  readonly client: string | null;
};

type TokenRight =
  | { readonly is: "seat"; readonly seat: string; readonly person: string; readonly hasLeft: boolean }
  | { readonly is: "owner" };

/** `given`: digests of codes that are known already. */
export function reserveSeats(
  folder: string,
  seats: readonly { readonly seat: string; readonly person: string }[],
  now: string,
  given: Readonly<Record<string, string>> = {},
): readonly ReservedSeat[] {
  return seats.flatMap(({ seat, person }) => {
    const digest = ownOf(given, seat);
    const { code, digest: known } = digest === undefined ? newCode() : { code: null, digest };
    const isNew = keep(folder, `${seat}.json`, { seat, person, code: known, at: now });
    return isNew && code !== null ? [{ seat, person, code }] : [];
  });
}

export function newCode(): { readonly code: string; readonly digest: string } {
  const code = secret("code");
  return { code, digest: sha256(code) };
}

export function renewSeat(folder: string, seat: string, now: string): ReservedSeat {
  const known = reservedIn(folder).find((each) => each.seat === seat);
  if (!known) throw noSeat(folder, seat);
  const code = secret("code");
  const { person } = known;
  const file = join(folder, SEATS_FOLDER, `${seat}.json`);
  const temporary = `${file}.${randomUUID()}.tmp`;
  writeFileSync(temporary, JSON.stringify({ seat, person, code: sha256(code), at: now }), { mode: 0o600 });
  renameSync(temporary, file);
  for (const name of [...offersOf(folder, seat), `${seat}.holder.json`, `${seat}.left.json`])
    remove(folder, name);
  return { seat, person, code };
}

/** The first use of the token spends the code. Until then it can be asked for again, which voids the token before. */
export function takeSeat(folder: string, code: string, client: string, now: string) {
  const hash = sha256(code);
  const found = reservedIn(folder).find((each) => each.code === hash);
  if (!found) {
    throw new BoardroomError("token-refused", {
      message: "no seat of this meeting is reserved for this code",
      remedy: "Ask for a new one: boardroom mcp --seats TRANSCRIPT --renew SEAT makes it.",
    });
  }
  const { seat, person } = found;
  if (read(folder, `${seat}.holder.json`, holderSchema) !== null) {
    throw new BoardroomError("token-refused", {
      message: `the seat ${seat} has been taken with this code already`,
      remedy:
        "Use the token that join_meeting gave then. If it is lost, boardroom mcp --seats TRANSCRIPT --renew makes a new code.",
    });
  }
  const before = offersOf(folder, seat);
  const token = secret("seat");
  keep(folder, `${seat}.offer-${randomUUID()}.json`, { token: sha256(token), client, at: now });
  for (const name of before) remove(folder, name);
  return { seat, person, token };
}

function offersOf(folder: string, seat: string): readonly string[] {
  const place = join(folder, SEATS_FOLDER);
  if (!existsSync(place)) return [];
  return readdirSync(place).filter((name) => name.startsWith(`${seat}.offer-`) && name.endsWith(".json"));
}

function holds(folder: string, seat: string, token: string): boolean {
  const holder = read(folder, `${seat}.holder.json`, holderSchema);
  if (holder !== null) return holder.token === token;
  const offers = offersOf(folder, seat);
  const offer = offers
    .map((name) => read(folder, name, holderSchema))
    .find((each) => each !== null && each.token === token);
  if (!offer) return false;
  const isFirst = keep(folder, `${seat}.holder.json`, offer);
  for (const name of offers) remove(folder, name);
  return isFirst || read(folder, `${seat}.holder.json`, holderSchema)?.token === token;
}

export function rightOf(folder: string, token: string): TokenRight | null {
  const hash = sha256(token);
  if (read(folder, "owner.json", holderSchema)?.token === hash) return { is: "owner" };
  for (const { seat, person } of reservedIn(folder)) {
    if (holds(folder, seat, hash)) return { is: "seat", seat, person, hasLeft: hasLeft(folder, seat) };
  }
  return null;
}

export function ownerOf(folder: string, client: string, now: string): string | null {
  const token = secret("owner");
  return keep(folder, "owner.json", { token: sha256(token), client, at: now }) ? token : null;
}

export function leaveSeat(folder: string, seat: string, now: string): void {
  keep(folder, `${seat}.left.json`, { at: now });
}

export function hasLeft(folder: string, seat: string): boolean {
  return existsSync(join(folder, SEATS_FOLDER, `${seat}.left.json`));
}

export function agentSeats(folder: string): readonly AgentSeat[] {
  return reservedIn(folder).map(({ seat, person }) => {
    const [offer] = offersOf(folder, seat);
    const holder =
      read(folder, `${seat}.holder.json`, holderSchema) ?? (offer ? read(folder, offer, holderSchema) : null);
    const standing = hasLeft(folder, seat) ? "left" : holder ? "taken" : "waits";
    return { seat, person, standing, client: holder?.client ?? null };
  });
}

function reservedIn(folder: string): readonly z.infer<typeof reservedSchema>[] {
  const place = join(folder, SEATS_FOLDER);
  if (!existsSync(place)) return [];
  const names = readdirSync(place).filter((name) => /^[^.]+\.json$/.test(name) && name !== "owner.json");
  return names.sort().flatMap((name) => read(folder, name, reservedSchema) ?? []);
}

function read<Schema extends z.ZodType>(folder: string, name: string, schema: Schema): z.infer<Schema> | null {
  try {
    const parsed = schema.safeParse(JSON.parse(readFileSync(join(folder, SEATS_FOLDER, name), "utf8")));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

function keep(folder: string, name: string, content: object): boolean {
  return writeOnce(join(folder, SEATS_FOLDER, name), JSON.stringify(content));
}

function remove(folder: string, name: string): void {
  rmSync(join(folder, SEATS_FOLDER, name), { force: true });
}

function secret(kind: string): string {
  return `${kind}_${randomBytes(kind === "code" ? 18 : 32).toString("base64url")}`;
}

function noSeat(folder: string, seat: string): BoardroomError {
  const known = reservedIn(folder).map((each) => each.seat);
  return new BoardroomError("unknown-member", {
    message: `no seat ${JSON.stringify(seat)} is kept for an agent in this meeting`,
    remedy: known.length === 0 ? "Keep one with --member SEAT=agent:NAME." : `Seats: ${known.join(", ")}.`,
  });
}
