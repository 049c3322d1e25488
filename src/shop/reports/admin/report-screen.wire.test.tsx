import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { adminRest } from '../../../../test/support/admin-rest.ts'
import { writeOrder } from '../../../../test/support/orders.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { AdminProvider } from '../../../platform/admin/admin-context.tsx'
import { ToastProvider } from '../../../platform/admin/toast.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import { paymentRefunds } from '../../orders/payments/payments.table.ts'
import { ReportScreen } from './report-screen.tsx'

const { app, db, shop } = await openShop({ now: () => new Date('2026-11-21T04:30:00Z') })
const owner = await createSignedInUser(shop, 'administrator')
const rest = adminRest({ app, url: shop.url }, owner)

/** The screen for one day, with the data that the shop answers. */
async function screenOf(day: string): Promise<string> {
  const client = new QueryClient()
  const range = { after: day, before: day, compare: 'none', interval: 'day' } as const
  const href = hrefs.restAnalytics({ report: 'revenue', ...range, offset: 0, limit: 25 })
  client.setQueryData([paths.restAnalytics, href], await rest.get(href, new AbortController().signal))
  const user = {
    ...({
      id: owner.id,
      name: 'Ada',
      role: 'administrator',
      payments: 'sandbox',
      timeZone: 'America/Toronto',
    } as const),
    siteTitle: 'Shop',
    weightUnit: 'kg',
    restNonce: owner.nonce,
    signOutNonce: '',
  }
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[`/?${new URLSearchParams({ ...range, range: 'custom' })}`]}>
        <AdminProvider value={{ user, rest, screens: [], entities: () => Promise.resolve({}) }}>
          <ToastProvider>
            <ReportScreen />
          </ToastProvider>
        </AdminProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('a day with only a refund of shipping has its figures', async () => {
  const { id } = await writeOrder(db, {
    invoiceNumber: 8001,
    refundedCents: 1124,
    status: 'completed',
    createdAt: new Date('2026-11-10T12:00:00Z'),
  })
  const parts = [{ kind: 'shipping' as const, id: 1, quantity: 0, totalCents: 995, taxCents: 129 }]
  await db.insert(paymentRefunds).values({
    orderId: id,
    amountCents: 1124,
    idempotencyKey: 'r',
    status: 'succeeded' as const,
    parts,
    createdAt: new Date('2026-11-12T12:00:00Z'),
  })
  expect(await screenOf('2026-11-11')).toContain('No orders in this period')
  const shown = await screenOf('2026-11-12')
  expect(shown.replaceAll(/(<[^>]+>)+/g, ' ')).toContain('-$11.24')
  expect(shown).not.toContain('No orders in this period')
})
