export const QUEUE_SCHEMA = "boardroom_queue";

/** An older database takes the steps that it lacks. */
export const STEPS: readonly string[] = [
  `
create schema if not exists boardroom;
create table boardroom.versions (version int primary key, made timestamptz not null default now());

create table boardroom.meetings (
  id bigint generated always as identity primary key,
  study text not null,
  path text not null,
  protocol text not null,
  lines int not null default 0,
  head text not null default repeat('0', 64),
  claim bigint not null default 0,
  worker text,
  status text not null default 'queued'
    check (status in ('queued', 'held', 'closed', 'waiting', 'suspended', 'failed', 'cancelled')),
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
  purse text not null references boardroom.purses,
  meeting bigint not null references boardroom.meetings on delete cascade,
  dollars numeric not null
);
create index reserved_by_purse on boardroom.reserved (purse);
create index reserved_by_meeting on boardroom.reserved (meeting);

create table boardroom.calls (provider text not null, begun timestamptz not null);
create index calls_by_time on boardroom.calls (provider, begun);
`,
  `
create table boardroom.studies (
  name text primary key,
  study text not null,
  day numeric,
  project numeric,
  made timestamptz not null default clock_timestamp()
);
alter table boardroom.meetings add column code text;

create table boardroom.answers (
  nth bigint generated always as identity,
  id text primary key,
  meeting bigint not null references boardroom.meetings on delete cascade,
  person text not null,
  answer text not null,
  path text,
  seen bigint
);
create index answers_by_meeting on boardroom.answers (meeting);

create table boardroom.days (day date primary key, spent numeric not null);
alter table boardroom.reserved drop constraint reserved_purse_fkey;
alter table boardroom.reserved rename column purse to study;
alter table boardroom.reserved add column day date not null default (clock_timestamp() at time zone 'utc')::date;
`,
];

export const SCHEMA_VERSION = STEPS.length;
