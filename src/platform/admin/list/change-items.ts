import { type Resource, restItem } from '../resource.ts'
import { type RestClient, RestError } from '../rest.client.ts'

/** Maximum items per batch request. */
const MAX_SENT = 100
const MAX_NAMED = 5

/** Reports progress of a bulk change; the signal stops it. */
export type Progress = { readonly report: (text: string) => void; readonly signal?: AbortSignal }

export type BulkAction<T> = {
  readonly label: string
  readonly isOffered?: (items: readonly T[]) => boolean
  /** Confirmation before an irreversible action; undefined for items whose change can be undone. */
  readonly question?: string | ((items: readonly T[]) => string | undefined)
  /** Resolves to a sentence about the result, and how to undo it. */
  readonly run: (
    items: readonly T[],
    rest: RestClient,
    progress: Progress,
  ) => Promise<{ readonly text: string; readonly undo?: (report: Progress['report']) => Promise<unknown> }>
}

export type Change<T> = {
  readonly item: T
  readonly sent: object
  /** Former values of the same fields, to undo the change. */
  readonly former: object
}

export type BulkChange<T> = {
  readonly resource: Resource
  readonly nameOf: (item: T) => string
  /** Items per request; few, if each takes long. */
  readonly size?: number
  /** Properties that are sent too, such as the changed version. */
  readonly extra?: (item: T) => object
  readonly mayUndo?: (before: T, after: T) => boolean
  /** Items that are left out, with the reason. */
  readonly refused?: readonly string[]
}

type Refused = { readonly message: string; readonly data?: { readonly params?: Readonly<Record<string, string>> } }
type Answer<T> = (T & { readonly error?: undefined }) | { readonly error: Refused }

/** '1 coupon', '3 coupons'. */
export const countOf = (count: number, [one, many]: Resource['names']): string => `${count} ${count === 1 ? one : many}`

/** Calls `send` for one batch after another. Resolves to the items that remain when it was stopped. */
async function inBatches<T>(
  items: readonly T[],
  size: number,
  { report, signal }: Progress,
  send: (batch: readonly T[]) => Promise<void>,
): Promise<readonly T[]> {
  for (let at = 0; at < items.length; at += size) {
    if (signal?.aborted) return items.slice(at)
    if (items.length > size) report(`${at} of ${items.length} done …`)
    await send(items.slice(at, at + size))
  }
  return []
}

/** Sends the items as one list of a batch after another, and reports which were refused or not reached, and why. */
async function sendAll<T extends { readonly id: number }, S extends { readonly item: T }>(
  rest: RestClient,
  { resource, nameOf, size = MAX_SENT }: BulkChange<T>,
  [list, sentOf]: readonly [list: 'update' | 'delete', sentOf: (change: S) => unknown],
  changes: readonly S[],
  progress: Progress,
) {
  const saved: { readonly change: S; readonly after: T }[] = []
  const failed: string[] = []
  let lost: Error | undefined
  const left = await inBatches(changes, size, progress, async (batch) => {
    try {
      if (lost) throw lost
      const body = { [list]: batch.map(sentOf) }
      const answer = await rest.send<Partial<Record<typeof list, Answer<T>[]>>>('POST', `${resource.rest}/batch`, body)
      for (const [index, change] of batch.entries()) {
        const after = answer[list]?.[index]
        if (after && !after.error) saved.push({ change, after })
        else failed.push(`${nameOf(change.item)}: ${after ? wordsOf(after.error) : 'no answer'}`)
      }
    } catch (error) {
      lost = error as Error
      const reason = reasonOf(lost)
      failed.push(...batch.map(({ item }) => `${nameOf(item)}: ${reason}`))
    }
  })
  return { saved, failed, left, lost }
}

const isRefusal = (error: unknown) => error instanceof RestError && error.failure.kind === 'refused'

/** What a `RestError` without words of its own has as its message. */
const lostReasons: Readonly<Record<string, string>> = {
  offline: 'the shop was not reached',
  'signed-out': 'you were signed out',
}
const reasonOf = ({ message }: Error): string => lostReasons[message] ?? message

/** The errors of the fields, or else the message. */
const wordsOf = ({ message, data }: Refused): string => Object.values(data?.params ?? {}).join(' ') || message

/** Changes many items, and returns the result with a function to undo it. */
export async function changeItems<T extends { readonly id: number }>(
  rest: RestClient,
  of: BulkChange<T>,
  changes: readonly Change<T>[],
  done: string,
  progress: Progress,
) {
  const update = ['update', ({ item, sent }: Change<T>) => ({ id: item.id, ...sent, ...of.extra?.(item) })] as const
  const sent = await sendAll(rest, of, update, changes, progress)
  const { saved } = sent
  const { names } = of.resource
  const undoChanges = saved.map(({ change, after }) => ({ item: after, sent: change.former, former: change.sent }))
  const isReversible = saved.length > 0 && saved.every(({ change, after }) => of.mayUndo?.(change.item, after) ?? true)
  return {
    text: resultText(names, done, { ...sent, failed: [...sent.failed, ...(of.refused ?? [])] }),
    ...(isReversible && {
      undo: async (report: Progress['report']) => {
        throwIfAny((await sendAll(rest, of, update, undoChanges, { report })).failed, names)
      },
    }),
  }
}

type Result = Readonly<Record<'saved' | 'left', readonly unknown[]>> & {
  readonly failed: readonly string[]
  readonly lost: Error | undefined
}

/** Throws if nothing was saved; without connection or session the error itself, for which screens have words. */
function resultText(names: Resource['names'], done: string, { saved, left, failed, lost }: Result) {
  const failure = failureText(names, failed)
  if (saved.length === 0 && lost && !isRefusal(lost)) throw lost
  if (saved.length === 0 && left.length === 0) throw refusal(failure)
  const stopped = left.length === 0 ? '' : `Stopped: ${countOf(left.length, names)} left.`
  return [`${countOf(saved.length, names)} ${done}.`, stopped, failure].filter(Boolean).join(' ')
}

/** Undoing reports its error in a toast, which shows the message. */
function throwIfAny(failed: readonly string[], names: Resource['names']): void {
  if (failed.length > 0) throw refusal(failureText(names, failed))
}

/** Screens show the words of a `RestError` only. */
const refusal = (message: string) =>
  new RestError({ kind: 'refused', status: 409, code: 'samovar_not_changed', message, fields: {} })

function failureText(names: Resource['names'], failed: readonly string[]): string {
  if (failed.length === 0) return ''
  const firstFailures = failed.slice(0, MAX_NAMED).join(' ')
  const moreText = failed.length > MAX_NAMED ? ` And ${failed.length - MAX_NAMED} more.` : ''
  return `${countOf(failed.length, names)} not changed. ${firstFailures}${moreText}`
}

function sendDeletions<T extends { readonly id: number }>(
  rest: RestClient,
  of: BulkChange<T>,
  items: readonly T[],
  progress: Progress,
) {
  const deletion = ['delete', ({ item }: { readonly item: T }) => item.id] as const
  const deletions = items.map((item) => ({ item }))
  return sendAll(rest, of, deletion, deletions, progress)
}

/** Deletes items permanently, and reports which were refused or not reached, and why. */
export async function deleteItems<T extends { readonly id: number }>(
  rest: RestClient,
  of: BulkChange<T>,
  items: readonly T[],
  progress: Progress,
) {
  return { text: resultText(of.resource.names, 'deleted', await sendDeletions(rest, of, items, progress)) }
}

/** Calls `send` for one item after another, and reports which were refused or not reached, and why. */
async function sendEach<T, R>(
  items: readonly T[],
  nameOf: (item: T) => string,
  progress: Progress,
  send: (item: T) => Promise<R>,
) {
  const [saved, failed]: [R[], string[]] = [[], []]
  let lost: Error | undefined
  const left = await inBatches(items, 1, progress, async (batch) => {
    for (const item of batch) {
      try {
        if (lost) throw lost
        saved.push(await send(item))
      } catch (error) {
        if (!isRefusal(error)) lost = error as Error
        failed.push(`${nameOf(item)}: ${reasonOf(error as Error)}`)
      }
    }
  })
  return { saved, failed, left, lost }
}

/** Deletes items permanently by one request each. */
export async function deleteEach<T extends { readonly id: number }>(
  rest: RestClient,
  { resource, nameOf }: BulkChange<T>,
  items: readonly T[],
  progress: Progress,
) {
  const send = ({ id }: T) => rest.send('DELETE', restItem(resource, id), { force: true })
  return { text: resultText(resource.names, 'deleted', await sendEach(items, nameOf, progress, send)) }
}

/** Duplicates items by one request each, and returns the result with a function to delete the copies that were made. */
export async function duplicateEach<T extends { readonly id: number }>(
  rest: RestClient,
  of: BulkChange<T>,
  items: readonly T[],
  progress: Progress,
) {
  const send = ({ id }: T) => rest.send<T>('POST', `${restItem(of.resource, id)}/duplicate`, {})
  const sent = await sendEach(items, of.nameOf, progress, send)
  return {
    text: resultText(of.resource.names, 'duplicated', sent),
    undo: async (report: Progress['report']) => {
      throwIfAny((await sendDeletions(rest, of, sent.saved, { report })).failed, of.resource.names)
    },
  }
}
