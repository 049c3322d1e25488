import type { RestClient } from '../../../../platform/admin/rest.client.ts'
import { paths } from '../../../../platform/web/routes.ts'
import type { PageDocument } from '../../../../things/entries/page-document.ts'
import type { LockJson, PageJson } from '../../rest/page-json.ts'

/** Identifies this window as the lock holder. Constant, because remounting the bar must not count as another editor. */
export const WINDOW_ID = [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-')

type Draft = { readonly document: PageDocument; readonly title: string; readonly base_version: number }
type Locked = { readonly lock: LockJson | null }
/** No time if another window of the same user has the lock, whose draft stays. */
type Drafted = Locked & { readonly saved_at_gmt: string | null }

export function pageCalls(rest: RestClient, id: number) {
  const path = `${paths.restBuilder}/pages/${id}`
  /** Sent while the page unloads, when browsers limit the size; the browser's copy is complete. */
  const sendLast = (method: 'PUT' | 'DELETE', href: string, body: object) => {
    rest.send(method, href, body, { keepalive: true }).catch(() => {})
  }
  return {
    load: () => rest.get<PageJson>(path, new AbortController().signal),
    save: (body: object) => rest.send<PageJson>('PUT', path, { ...body, session: WINDOW_ID }),
    storeDraft: (draft: Draft) => rest.send<Drafted>('PUT', `${path}/draft`, { ...draft, session: WINDOW_ID }),
    storeDraftLast: (draft: Draft) => sendLast('PUT', `${path}/draft`, { ...draft, session: WINDOW_ID }),
    dropDraft: () => rest.send('DELETE', `${path}/draft?session=${WINDOW_ID}`, {}),
    lock: (takeOver: boolean) => rest.send<Locked>('POST', `${path}/lock`, { session: WINDOW_ID, take_over: takeOver }),
    giveUpLock: () => sendLast('DELETE', `${path}/lock?session=${WINDOW_ID}`, {}),
  }
}
