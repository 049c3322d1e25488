import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import './admin.css'
import { AdminProvider } from '../../platform/admin/admin-context.tsx'
import { parseAdminUser } from '../../platform/admin/admin-user.ts'
import { RestError, restClient } from '../../platform/admin/rest.client.ts'
import { routePattern } from '../../platform/admin/screen.ts'
import { ToastProvider } from '../../platform/admin/toast.tsx'
import { setShopTimeZone } from '../../platform/time/shop-time.ts'
import { ErrorScreen, Frame, NotFoundScreen } from './frame.tsx'
import { screens } from './screens.ts'

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // Cached data is shown at once and refetched when the window regains focus.
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && error instanceof RestError && error.failure.kind === 'offline',
    },
  },
})

const root = document.getElementById('admin')
if (!root) throw new Error('The page has no place for the back office')
const user = parseAdminUser(root)
setShopTimeZone(user.timeZone)

/** Reads the nonce of a new session. Null if it is another user's, so that nothing is saved under their account. */
async function renewNonce(): Promise<string | null> {
  const html = await fetch(location.pathname).then(
    (response) => response.text(),
    () => '',
  )
  const shell = new DOMParser().parseFromString(html, 'text/html').getElementById('admin')
  return shell && Number(shell.dataset.id) === user.id ? (shell.dataset.restNonce ?? null) : null
}

const entities = () => import('./entities.ts').then((module) => module.entities)

const router = createBrowserRouter([
  {
    element: <Frame />,
    hydrateFallbackElement: <></>,
    children: [
      {
        errorElement: <ErrorScreen />,
        children: [
          ...screens.map(({ path, load }) => ({
            path: routePattern(path),
            lazy: async () => ({ Component: await load() }),
          })),
          { path: '*', element: <NotFoundScreen /> },
        ],
      },
    ],
  },
])

createRoot(root).render(
  <AdminProvider value={{ user, rest: restClient(user.restNonce, renewNonce), screens, entities }}>
    <QueryClientProvider client={queries}>
      <ToastProvider>
        <RouterProvider router={router} />
      </ToastProvider>
    </QueryClientProvider>
  </AdminProvider>,
)
