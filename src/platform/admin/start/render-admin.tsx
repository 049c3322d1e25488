import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { setShopTimeZone } from '../../time/shop-time.ts'
import { type AdminContextValue, AdminProvider } from '../admin-context.tsx'
import { RestError, restClient } from '../rest.client.ts'
import { ToastProvider } from '../toast.tsx'
import { parseAdminUser } from './admin-user.ts'

type AdminPage = Pick<AdminContextValue, 'screens' | 'entities'> & {
  readonly content: ReactNode
  /** In ms. Older data is shown at once, and refetched when the window regains focus. */
  readonly staleTime: number
}

/** Renders a page of the back office for the user that the server wrote into it. */
export function renderAdmin({ content, staleTime, ...context }: AdminPage): void {
  const root = document.getElementById('admin')
  if (!root) throw new Error('The page has no place for the back office')
  const user = parseAdminUser(root)
  setShopTimeZone(user.timeZone)

  /** Reads the nonce of a new session. Null if it is another user's, so that nothing is saved under their account. */
  async function renewNonce(): Promise<string | null> {
    const html = await fetch(location.pathname + location.search).then(
      (response) => response.text(),
      () => '',
    )
    const shell = new DOMParser().parseFromString(html, 'text/html').getElementById('admin')
    return shell && Number(shell.dataset.id) === user.id ? (shell.dataset.restNonce ?? null) : null
  }

  // A browser that seems to be offline may still reach a shop on its own machine, and a save that waits looks like work.
  const networkMode = 'always'
  const retry = (failures: number, error: Error) =>
    failures < 2 && error instanceof RestError && error.failure.kind === 'offline'
  createRoot(root).render(
    <AdminProvider value={{ ...context, user, rest: restClient(user.restNonce, renewNonce) }}>
      <QueryClientProvider
        client={
          new QueryClient({
            defaultOptions: { queries: { staleTime, retry, networkMode }, mutations: { networkMode } },
          })
        }
      >
        <ToastProvider>{content}</ToastProvider>
      </QueryClientProvider>
    </AdminProvider>,
  )
}
