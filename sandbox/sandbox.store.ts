import type pg from 'pg'

/**
 * Storage of the sandbox in a separate PostgreSQL schema, which survives restarts and is independent of the shop's
 * migrations. Functions take the client of the running transaction.
 */
export type SandboxTx = pg.PoolClient

const schema = `
create schema if not exists provider_sandbox;
create table if not exists provider_sandbox.objects (
  id text primary key,
  account text not null,
  kind text not null,
  data jsonb not null,
  hidden jsonb not null default '{}',
  created timestamptz not null,
  position bigint generated always as identity
);
create index if not exists objects_of_kind on provider_sandbox.objects (account, kind, position desc);
drop index if exists provider_sandbox.objects_of_intent, provider_sandbox.objects_of_customer;
create index if not exists objects_by_intent on provider_sandbox.objects (account, kind, (data->>'payment_intent'), position desc);
create index if not exists objects_by_customer on provider_sandbox.objects (account, kind, (data->>'customer'), position desc);
create index if not exists objects_by_charge on provider_sandbox.objects (account, kind, (data->>'charge'), position desc);
create table if not exists provider_sandbox.idempotency (
  account text not null,
  key text not null,
  request_hash text not null,
  status integer not null,
  response text not null,
  created timestamptz not null,
  primary key (account, key)
);
create table if not exists provider_sandbox.deliveries (
  id bigint generated always as identity primary key,
  account text not null,
  event_id text not null references provider_sandbox.objects (id),
  endpoint text not null,
  attempts integer not null default 0,
  due_at timestamptz,
  delivered_at timestamptz,
  last_outcome text
);
create index if not exists deliveries_due on provider_sandbox.deliveries (due_at) where due_at is not null;
create index if not exists deliveries_event on provider_sandbox.deliveries (event_id);
create table if not exists provider_sandbox.installation (
  is_only boolean primary key default true check (is_only),
  secret text not null
);
`

/** Creates missing tables. Concurrent starts are serialized. */
export async function prepareSchema(pool: pg.Pool): Promise<void> {
  await transaction(pool, async (tx) => {
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('provider_sandbox schema', 0))`)
    await tx.query(schema)
  })
}

export async function transaction<T>(pool: pg.Pool, work: (tx: SandboxTx) => Promise<T>): Promise<T> {
  const tx = await pool.connect()
  let releaseError: Error | undefined
  try {
    await tx.query('begin')
    const result = await work(tx)
    await tx.query('commit')
    return result
  } catch (error) {
    await tx.query('rollback').catch((failure: Error) => {
      releaseError = failure
    })
    throw error
  } finally {
    tx.release(releaseError)
  }
}

export type Stored<Data, Hidden = Record<string, never>> = { data: Data; hidden: Hidden }

export async function insertObject(
  tx: SandboxTx,
  account: string,
  kind: string,
  object: { data: { id: string }; hidden?: object },
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into provider_sandbox.objects (id, account, kind, data, hidden, created) values ($1, $2, $3, $4, $5, $6)`,
    [object.data.id, account, kind, object.data, object.hidden ?? {}, now],
  )
}

export async function saveObject(tx: SandboxTx, object: { data: { id: string }; hidden?: object }): Promise<void> {
  await tx.query(`update provider_sandbox.objects set data = $2, hidden = $3 where id = $1`, [
    object.data.id,
    object.data,
    object.hidden ?? {},
  ])
}

/** Changes the kind of an object, so that requests for the old kind no longer find it. */
export async function changeKind(tx: SandboxTx, id: string, kind: string): Promise<void> {
  await tx.query(`update provider_sandbox.objects set kind = $2 where id = $1`, [id, kind])
}

/** Loads an object and locks it until the end of the transaction. */
export async function lockObject<Data, Hidden = Record<string, never>>(
  tx: SandboxTx,
  account: string,
  kind: string,
  id: string,
): Promise<Stored<Data, Hidden> | null> {
  const result = await tx.query<Stored<Data, Hidden>>(
    `select data, hidden from provider_sandbox.objects where id = $1 and account = $2 and kind = $3 for update`,
    [id, account, kind],
  )
  return result.rows[0] ?? null
}

/** Loads an object of any kind, for `expand[]` and plain reads. */
export async function findObject(
  tx: SandboxTx,
  account: string,
  id: string,
): Promise<{ kind: string; data: Record<string, unknown> } | null> {
  const result = await tx.query<{ kind: string; data: Record<string, unknown> }>(
    `select kind, data from provider_sandbox.objects where id = $1 and account = $2`,
    [id, account],
  )
  return result.rows[0] ?? null
}

export type ListFilter = 'charge' | 'customer' | 'email' | 'payment_intent' | 'source' | 'type'

export type ListQuery = {
  kind: string
  /** Required values of fields. The names come from the code, never from a request. */
  where: Partial<Record<ListFilter, string>>
  limit: number
  startingAfter: string | null
  /** Only objects created in this second (Unix time) or later. */
  createdSince?: number | null
}

/** Lists objects, newest first. */
export async function listObjects(
  tx: SandboxTx,
  account: string,
  query: ListQuery,
): Promise<{ data: Record<string, unknown>[]; hasMore: boolean }> {
  const filters = Object.keys(query.where).map((field, index) => `and data->>'${field}' = $${index + 6}`)
  const result = await tx.query<{ data: Record<string, unknown> }>(
    `select data from provider_sandbox.objects
     where account = $1 and kind = $2 ${filters.join(' ')}
       and ($5::int is null or (data->>'created')::int >= $5)
       and ($3::text is null or position < (select position from provider_sandbox.objects where id = $3 and account = $1))
     order by position desc limit $4`,
    [
      ...[account, query.kind, query.startingAfter, query.limit + 1, query.createdSince ?? null],
      ...Object.values(query.where),
    ],
  )
  const data = result.rows.map((row) => row.data)
  return { data: data.slice(0, query.limit), hasMore: data.length > query.limit }
}

export type SavedResponse = { requestHash: string; status: number; response: string }

/** Waits for a running call with the same key, then returns its response. */
export async function lockIdempotencyKey(tx: SandboxTx, account: string, key: string): Promise<SavedResponse | null> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended($1, 1))`, [`${account} ${key}`])
  const result = await tx.query<SavedResponse>(
    `select request_hash as "requestHash", status, response from provider_sandbox.idempotency where account = $1 and key = $2`,
    [account, key],
  )
  return result.rows[0] ?? null
}

export async function saveResponse(
  tx: SandboxTx,
  account: string,
  key: string,
  response: SavedResponse,
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into provider_sandbox.idempotency (account, key, request_hash, status, response, created) values ($1, $2, $3, $4, $5, $6)`,
    [account, key, response.requestHash, response.status, response.response, now],
  )
}

const responseRetentionDays = 30

/** Deletes expired idempotency keys. */
export async function deleteOldResponses(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query(
    `delete from provider_sandbox.idempotency where created < $1::timestamptz - make_interval(days => $2)`,
    [now, responseRetentionDays],
  )
}
