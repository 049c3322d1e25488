/** Whoever works with the keyboard stays where they are: no control of the back office drops the focus when it is used. */
import { users } from '../running/demo-shop.ts'
import { signIn } from '../running/shopper.ts'
import { asOwner } from '../running/staff-requests.ts'
import { test } from './own-shop-test.ts'
import { expect, holdRequests } from './shop-test.ts'

type Order = { readonly id: number }
type Note = { readonly note: string }

const orderOf = { status: 'processing', billing: { first_name: 'Kay', last_name: 'Board', email: 'kay@shop.test' } }

test('an order is worked on by keys alone, and a note sent twice is added once', async ({ page }) => {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/orders/')
  const order = await asOwner<Order>(page, 'post', '/wp-json/wc/v3/orders', orderOf)
  await page.goto(`/wp-admin/orders/${order.id}/`)

  const note = page.getByLabel('Note for the shop')
  await note.fill('Rings twice')
  const release = await holdRequests(page, /\/orders\/\d+\/notes/)
  await note.press('Control+Enter')
  await expect(page.getByRole('button', { name: 'Adding …' })).toBeVisible()
  await note.press('Control+Enter')
  release()
  await expect(page.getByText('The note was added.')).toBeAttached()
  const notes = await asOwner<Note[]>(page, 'get', `/wp-json/wc/v3/orders/${order.id}/notes`)
  expect(notes.filter(({ note }) => note === 'Rings twice')).toHaveLength(1)

  await note.fill('Leave it at the door')
  const add = page.getByRole('button', { name: 'Add note' })
  await add.press('Enter')
  await expect(note).toHaveValue('')
  await expect(add).toBeFocused()

  const mail = page.getByRole('button', { name: 'Send the order details again' })
  await mail.press('Enter')
  await expect(page.getByText('On its way to kay@shop.test.')).toBeVisible()
  await expect(mail).toBeFocused()

  const status = page.getByRole('region', { name: 'Status' })
  await status.getByRole('combobox').selectOption({ label: 'Completed' })
  const save = status.getByRole('button', { name: 'Save' })
  await save.press('Enter')
  await expect(page.getByText('The order is now Completed.')).toBeAttached()
  await expect(save).toBeFocused()
})

test('a change of several orders and its undo lead to the title of the list', async ({ page }) => {
  await signIn(page, users.owner)
  await page.goto('/wp-admin/orders/')
  const order = await asOwner<Order>(page, 'post', '/wp-json/wc/v3/orders', orderOf)
  await page.goto('/wp-admin/orders/')
  const title = page.getByRole('heading', { level: 1, name: 'Orders' })
  for (const key of ['Enter', 'z']) {
    await page.getByLabel(`Select #${order.id}`).press('Space')
    await page.getByRole('button', { name: 'Change to completed' }).press('Enter')
    await expect(page.getByText('1 order now completed.')).toBeVisible()
    await expect(title).toBeFocused()
    await page.getByRole('button', { name: 'Undo' }).press(key)
    await expect(page.getByText('Undone.')).toBeVisible()
    await expect(title).toBeFocused()
  }
  const search = page.getByLabel('Search by anything')
  await search.focus()
  await page.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(search).toBeFocused()
})
