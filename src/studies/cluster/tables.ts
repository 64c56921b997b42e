// Creates the tables and functions of a cluster in PostgreSQL, and refuses a database of another
// version.

import { BoardroomError } from "../../errors.ts";
import type { Io } from "../../home/process/io.ts";
import { type Database, type DatabaseFlags, openFlaggedDatabase } from "./database.ts";

export type SetUp = "made" | "stood";

export async function setUpSchema(database: Database): Promise<SetUp> {
  const version = await readVersion(database);
  if (version === SCHEMA_VERSION) return "stood";
  if (version !== null) throw createVersionError(version);
  await database
    .query(
      `begin; ${TABLES} ${FUNCTIONS} insert into boardroom.versions (version) values (${SCHEMA_VERSION}); commit;`,
    )
    .catch(async (error: unknown) => {
      // Another process did it at the same moment.
      if ((await readVersion(database)) !== SCHEMA_VERSION) throw error;
    });
  return "made";
}

/** Throws if the database is not prepared, or for another version. */
export async function requireSchema(database: Database): Promise<void> {
  const version = await readVersion(database);
  if (version === SCHEMA_VERSION) return;
  if (version !== null) throw createVersionError(version);
  throw new BoardroomError("database-not-ready", {
    message: "the database is not prepared for studies",
    remedy: "Prepare it once, by a user who may create schemas: boardroom worker --setup",
  });
}

/** Opens the database for one piece of work; throws if it is not prepared. */
export async function withDatabase<Value>(
  io: Io,
  flags: DatabaseFlags,
  connections: number,
  work: (database: Database) => Promise<Value>,
): Promise<Value> {
  const database = await openFlaggedDatabase(io, flags, connections);
  try {
    await requireSchema(database);
    return await work(database);
  } finally {
    await database.close();
  }
}

async function readVersion(database: Database): Promise<number | null> {
  const [there] = await database.query<{ there: boolean }>(
    "select to_regclass('boardroom.versions') is not null as there",
  );
  if (!there?.there) return null;
  const [row] = await database.query<{ version: number }>(
    "select max(version) as version from boardroom.versions",
  );
  return row?.version ?? null;
}

function createVersionError(version: number): BoardroomError {
  return new BoardroomError("database-not-ready", {
    message: `the database is prepared for version ${version} of its tables; this boardroom uses version ${SCHEMA_VERSION}`,
    remedy: "Use the boardroom that prepared it, or another database.",
  });
}

export const QUEUE_SCHEMA = "boardroom_queue";

const SCHEMA_VERSION = 4;

const TABLES = `
create schema if not exists boardroom;
create table boardroom.versions (version int primary key, made timestamptz not null default now());

create table boardroom.meetings (
  id bigint generated always as identity primary key,
  study text not null,
  path text not null,
  protocol text not null,
  code text,
  lines int not null default 0,
  head text not null default repeat('0', 64),
  claim bigint not null default 0,
  worker text,
  status text not null default 'queued'
    check (status in ('queued', 'held', 'closed', 'suspended', 'failed', 'cancelled')),
  reason text,
  changed timestamptz not null default clock_timestamp(),
  unique (study, path)
);
create index meetings_by_status on boardroom.meetings (study, status);

create table boardroom.lines (
  meeting bigint not null references boardroom.meetings on delete cascade,
  line int not null,
  text text not null,
  hash text not null,
  primary key (meeting, line)
);

create table boardroom.purses (name text primary key, most numeric not null, spent numeric not null default 0);
create table boardroom.reserved (
  id bigint generated always as identity primary key,
  study text not null,
  meeting bigint not null references boardroom.meetings on delete cascade,
  dollars numeric not null
);
create index reserved_by_study on boardroom.reserved (study);
create index reserved_by_meeting on boardroom.reserved (meeting);

create table boardroom.calls (provider text not null, begun timestamptz not null);
create index calls_by_time on boardroom.calls (provider, begun);
`;

/** A writer must hold the current claim and know the hash of the previous line: clocks and late workers are not
 * trusted. Every function can be called again after a lost answer. */
const FUNCTIONS = `
-- Puts a meeting there with its opening, once; what stands there already stays as it is.
create function boardroom.submit(of_study text, at_path text, by_protocol text, by_code text, opening text[]) returns bigint
language plpgsql as $$
declare made bigint;
begin
  insert into boardroom.meetings (study, path, protocol, code) values (of_study, at_path, by_protocol, by_code)
    on conflict (study, path) do nothing returning id into made;
  if made is null then
    select id into made from boardroom.meetings where study = of_study and path = at_path;
    return made;
  end if;
  if boardroom.append(made, 0, 1, repeat('0', 64), opening) <> 'written' then
    raise exception 'the opening of % does not hold together', at_path;
  end if;
  return made;
end $$;

-- Takes a meeting over from whoever held it. A call that was under way may have cost what was set aside for it.
create function boardroom.claim(of_meeting bigint, by_worker text)
returns table (claim bigint, study text, path text, protocol text, code text, head text)
language plpgsql as $$
begin
  update boardroom.meetings m set claim = m.claim + 1, worker = by_worker, status = 'held', changed = clock_timestamp()
    where m.id = of_meeting and m.status not in ('closed', 'failed', 'cancelled');
  if not found then return; end if;
  perform boardroom.spend_reserved(of_meeting);
  return query select m.claim, m.study, m.path, m.protocol, m.code, m.head from boardroom.meetings m where m.id = of_meeting;
end $$;

create function boardroom.spend_reserved(of_meeting bigint) returns void
language sql as $$
  with gone as (delete from boardroom.reserved where meeting = of_meeting returning study, dollars),
  summed as (select study, sum(dollars) as dollars from gone group by study)
  update boardroom.purses p set spent = p.spent + s.dollars from summed s where p.name = s.study;
$$;

-- Appends lines for the current claim and the next line only: written, known (its answer was lost), lost (another has the claim), or other.
create function boardroom.append(of_meeting bigint, by_claim bigint, first int, prev text, added text[]) returns text
language plpgsql as $$
declare
  m boardroom.meetings;
  hashes text[] := '{}';
  last text := prev;
  each text;
  nth int := first;
begin
  select * into m from boardroom.meetings where id = of_meeting for update;
  if not found or m.claim <> by_claim then return 'lost'; end if;
  foreach each in array added loop
    if each not like '{"seq":' || nth || ',%' or strpos(each, '"prev":"' || last || '"') = 0 then return 'other'; end if;
    last := encode(sha256(convert_to(each, 'UTF8')), 'hex');
    hashes := hashes || last;
    nth := nth + 1;
  end loop;
  if m.lines >= nth - 1 then
    if exists (select from boardroom.lines where meeting = of_meeting and line = nth - 1 and hash = last) then return 'known'; end if;
    return 'other';
  end if;
  if m.lines <> first - 1 or m.head <> prev then return 'other'; end if;
  insert into boardroom.lines (meeting, line, text, hash)
    select of_meeting, first + (at - 1)::int, line, hash from unnest(added, hashes) with ordinality as t (line, hash, at);
  update boardroom.meetings set lines = nth - 1, head = last, changed = clock_timestamp() where id = of_meeting;
  return 'written';
end $$;

-- How a meeting stands that its worker has let go; null where another has it.
create function boardroom.let_go(of_meeting bigint, by_claim bigint, as_status text, because text) returns text
language plpgsql as $$
begin
  update boardroom.meetings set status = as_status, reason = because, worker = null, changed = clock_timestamp()
    where id = of_meeting and claim = by_claim;
  if not found then return null; end if;
  perform boardroom.spend_reserved(of_meeting);
  return as_status;
end $$;

-- Sets dollars aside for one call out of the study's purse. Else the study's limit, and how many calls hold what may come back.
create function boardroom.reserve(of_study text, of_meeting bigint, by_claim bigint, asked numeric)
returns table (id bigint, most numeric, others bigint)
language plpgsql as $$
declare
  p boardroom.purses;
  held numeric;
  open bigint;
  made bigint;
begin
  select * into p from boardroom.purses where name = of_study for update;
  if not exists (select from boardroom.meetings m where m.id = of_meeting and m.claim = by_claim) then
    return query select null::bigint, null::numeric, 0::bigint;
    return;
  end if;
  select coalesce(sum(r.dollars), 0), count(*) into held, open from boardroom.reserved r where r.study = of_study;
  if p.most is not null and p.spent + held + asked > p.most + 1e-9 then
    return query select null::bigint, p.most, open;
    return;
  end if;
  insert into boardroom.reserved as r (study, meeting, dollars)
    values (of_study, of_meeting, asked) returning r.id into made;
  return query select made, null::numeric, 0::bigint;
end $$;

create function boardroom.settle(reservation bigint, cost numeric) returns void
language sql as $$
  with gone as (delete from boardroom.reserved where id = reservation returning study)
  update boardroom.purses p set spent = p.spent + cost from gone where p.name = gone.study;
$$;

-- Counts a call that begins now, by the database's clock; else the milliseconds until there is room within a minute.
create function boardroom.begin_call(of_provider text, per_minute int) returns int
language plpgsql as $$
declare count int; oldest timestamptz;
begin
  perform pg_advisory_xact_lock(hashtext('boardroom ' || of_provider));
  delete from boardroom.calls where provider = of_provider and begun < clock_timestamp() - interval '61 seconds';
  select count(*), min(begun) into count, oldest from boardroom.calls where provider = of_provider;
  if count < per_minute then
    insert into boardroom.calls values (of_provider, clock_timestamp());
    return 0;
  end if;
  return greatest(1, ceil(extract(epoch from oldest + interval '61 seconds' - clock_timestamp()) * 1000))::int;
end $$;
`;
