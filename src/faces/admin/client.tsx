import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { paths } from '../../platform/web/routes.ts'
import { AttributionScreen } from '../../shop/orders/admin/attribution-screen.tsx'
import { OrderScreen, OrdersScreen } from '../../shop/orders/admin/orders-screen.tsx'
import { EmailScreen, EmailTypesScreen } from '../../shop/orders/emails/admin/email-screen.tsx'
import { EmailsScreen } from '../../shop/orders/emails/admin/emails-screen.tsx'
import { CouponScreen, NewCouponScreen } from '../../shop/pricing/admin/coupon-screen.tsx'
import { CouponsScreen } from '../../shop/pricing/admin/coupons-screen.tsx'
import { CommentsScreen } from '../../site/comments/admin/comments-screen.tsx'
import { ShopScreen } from '../storefront/settings/admin/shop-screen.tsx'
import { PaymentsScreen } from './payments/payments-screen.tsx'
import './admin.css'
import { AdminProvider } from '../../platform/admin/admin-context.tsx'
import { parseAdminUser } from '../../platform/admin/admin-user.ts'
import { RestError, restClient } from '../../platform/admin/rest.client.ts'
import { ErrorScreen, Frame, HomeScreen, NotFoundScreen } from './frame.tsx'

/** A server route as a React Router pattern, without the server's parameter patterns. */
const pattern = (path: string): string => path.replaceAll(/\{[^}]*\}/g, '')

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

const router = createBrowserRouter([
  {
    element: <Frame />,
    children: [
      {
        errorElement: <ErrorScreen />,
        children: [
          { path: pattern(paths.admin), element: <HomeScreen /> },
          { path: pattern(paths.adminOrders), element: <OrdersScreen /> },
          { path: pattern(paths.adminOrder), element: <OrderScreen /> },
          { path: pattern(paths.adminAttribution), element: <AttributionScreen /> },
          { path: pattern(paths.adminCoupons), element: <CouponsScreen /> },
          { path: pattern(paths.adminNewCoupon), element: <NewCouponScreen /> },
          { path: pattern(paths.adminCoupon), element: <CouponScreen /> },
          { path: pattern(paths.adminEmails), element: <EmailsScreen /> },
          { path: pattern(paths.adminEmail), element: <EmailScreen /> },
          { path: pattern(paths.adminComments), element: <CommentsScreen /> },
          { path: pattern(paths.adminSettings), element: <ShopScreen /> },
          { path: pattern(paths.adminPayments), element: <PaymentsScreen /> },
          { path: pattern(paths.adminEmailTypes), element: <EmailTypesScreen /> },
          { path: '*', element: <NotFoundScreen /> },
        ],
      },
    ],
  },
])

createRoot(root).render(
  <AdminProvider value={{ user, rest: restClient(user.restNonce) }}>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </AdminProvider>,
)
