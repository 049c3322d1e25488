import { countOf } from '../../../../platform/admin/list/bulk-actions.tsx'
import { resourceOf } from '../../../../platform/admin/resource.ts'
import type { RestClient } from '../../../../platform/admin/rest.client.ts'
import { paths } from '../../../../platform/web/routes.ts'
import type { Change, ProductRow } from './product-changes.ts'

export const products = resourceOf(['product', 'products'], 'Products', paths.restProducts, paths.adminProducts)

/** As many as one request may have. */
const BATCH_SIZE = 100
const MAX_NAMED = 5

type Sent = Pick<Change, 'item' | 'sent'>
type Refused = { readonly message: string; readonly data?: { readonly params?: Readonly<Record<string, string>> } }
type Answer = (ProductRow & { readonly error?: undefined }) | { readonly error: Refused }
type Report = (text: string) => void

/** Sends changes a hundred at a time. What is refused, or was not reached, is named with the reason. */
async function sendAll<C extends Sent>(rest: RestClient, changes: readonly C[], report: Report) {
  const saved: { readonly change: C; readonly after: ProductRow }[] = []
  const failed: string[] = []
  for (let at = 0; at < changes.length; at += BATCH_SIZE) {
    const batch = changes.slice(at, at + BATCH_SIZE)
    const update = batch.map(({ item: { id, samovar }, sent }) => ({
      id,
      ...sent,
      ...(samovar && { samovar: { version: samovar.version } }),
    }))
    try {
      const answer = await rest.send<{ update: Answer[] }>('POST', `${paths.restProducts}/batch`, { update })
      for (const [index, change] of batch.entries()) {
        const after = answer.update[index]
        if (after && !after.error) saved.push({ change, after })
        else failed.push(`${change.item.name}: ${after ? wordsOf(after.error) : 'no answer'}`)
      }
    } catch (error) {
      const reason = error instanceof Error && error.message !== 'offline' ? error.message : 'the shop was not reached'
      failed.push(...changes.slice(at).map(({ item }) => `${item.name}: ${reason}`))
      break
    }
    if (changes.length > BATCH_SIZE) report(`${Math.min(at + BATCH_SIZE, changes.length)} of ${changes.length} done …`)
  }
  return { saved, failed }
}

/** In the words for the fields, if there are any. */
const wordsOf = ({ message, data }: Refused): string => Object.values(data?.params ?? {}).join(' ') || message

/** Changes products, and says what was done and how to undo it. `report` says how far it is. */
export async function changeProducts(rest: RestClient, changes: readonly Change[], done: string, report: Report) {
  const { saved, failed } = await sendAll(rest, changes, report)
  if (saved.length === 0) throw new Error(failureText(failed))
  const back = saved.map(({ change, after }) => ({ item: after, sent: change.former }))
  return {
    text: [`${countOf(saved.length, products.names)} ${done}.`, failureText(failed)].join(' ').trim(),
    undo: async () => {
      const undone = await sendAll(rest, back, report)
      if (undone.failed.length > 0) throw new Error(failureText(undone.failed))
    },
  }
}

function failureText(failed: readonly string[]): string {
  if (failed.length === 0) return ''
  const named = failed.slice(0, MAX_NAMED).join(' ')
  const more = failed.length > MAX_NAMED ? ` And ${failed.length - MAX_NAMED} more.` : ''
  return `${countOf(failed.length, products.names)} not changed. ${named}${more}`
}

export async function deleteProducts(rest: RestClient, items: readonly ProductRow[], report: Report): Promise<void> {
  for (let at = 0; at < items.length; at += BATCH_SIZE) {
    const ids = items.slice(at, at + BATCH_SIZE).map(({ id }) => id)
    await rest.send('POST', `${paths.restProducts}/batch`, { delete: ids })
    report(`${Math.min(at + BATCH_SIZE, items.length)} of ${items.length} deleted …`)
  }
}
