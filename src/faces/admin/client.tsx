import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import './admin.css'
import { routePattern } from '../../platform/admin/screen.ts'
import { renderAdmin } from '../../platform/admin/start/render-admin.tsx'
import { ErrorScreen, Frame, NotFoundScreen } from './frame.tsx'
import { screens } from './screens.ts'

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

renderAdmin({
  content: <RouterProvider router={router} />,
  staleTime: 10_000,
  screens,
  entities: () => import('./entities.ts').then((module) => module.entities),
})
