import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { CommentsScreen } from '../content/admin/comments-screen.tsx'
import { MailKindsScreen } from '../mail/admin/mail-kinds-screen.tsx'
import { MailScreen } from '../mail/admin/mail-screen.tsx'
import { MailsScreen } from '../mail/admin/mails-screen.tsx'
import { AttributionScreen } from '../orders/admin/attribution-screen.tsx'
import { OrderScreen } from '../orders/admin/order-screen.tsx'
import { OrdersScreen } from '../orders/admin/orders-screen.tsx'
import { CouponScreen, NewCouponScreen } from '../pricing/admin/coupon-screen.tsx'
import { CouponsScreen } from '../pricing/admin/coupons-screen.tsx'
import { paths } from '../routes.ts'
import { PaymentsScreen } from '../settings/admin/payments-screen.tsx'
import { ShopScreen } from '../settings/admin/shop-screen.tsx'
import './admin.css'
import { Frame } from './frame.tsx'
import { HomeScreen } from './home-screen.tsx'
import { OfficeProvider } from './office.tsx'
import { readPerson } from './person.ts'
import { BrokenScreen, UnknownScreen } from './problem-screens.tsx'
import { RestError, restClient } from './rest.client.ts'

/** An address of the server as React Router reads it: the pattern of a parameter is the server's business. */
const pattern = (path: string): string => path.replaceAll(/\{[^}]*\}/g, '')

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // What was fetched is shown at once and asked for again when somebody comes back to the window.
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && error instanceof RestError && error.failure.kind === 'offline',
    },
  },
})

const root = document.getElementById('admin')
if (!root) throw new Error('The page has no place for the back office')
const person = readPerson(root)

const router = createBrowserRouter([
  {
    element: <Frame />,
    children: [
      {
        errorElement: <BrokenScreen />,
        children: [
          { path: pattern(paths.admin), element: <HomeScreen /> },
          { path: pattern(paths.adminOrders), element: <OrdersScreen /> },
          { path: pattern(paths.adminOrder), element: <OrderScreen /> },
          { path: pattern(paths.adminAttribution), element: <AttributionScreen /> },
          { path: pattern(paths.adminCoupons), element: <CouponsScreen /> },
          { path: pattern(paths.adminNewCoupon), element: <NewCouponScreen /> },
          { path: pattern(paths.adminCoupon), element: <CouponScreen /> },
          { path: pattern(paths.adminMails), element: <MailsScreen /> },
          { path: pattern(paths.adminMail), element: <MailScreen /> },
          { path: pattern(paths.adminComments), element: <CommentsScreen /> },
          { path: pattern(paths.adminSettings), element: <ShopScreen /> },
          { path: pattern(paths.adminPayments), element: <PaymentsScreen /> },
          { path: pattern(paths.adminMailKinds), element: <MailKindsScreen /> },
          { path: '*', element: <UnknownScreen /> },
        ],
      },
    ],
  },
])

createRoot(root).render(
  <OfficeProvider value={{ person, rest: restClient(person.restNonce) }}>
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </OfficeProvider>,
)
