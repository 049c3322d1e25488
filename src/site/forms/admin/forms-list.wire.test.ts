import { expect, test } from 'vitest'
import { adminRest } from '../../../../test/support/admin-rest.ts'
import { openShop } from '../../../../test/support/shop.ts'
import { createSignedInUser } from '../../../../test/support/users.ts'
import { restItem } from '../../../platform/admin/resource.ts'
import type { FormJson } from '../rest/forms.ts'
import { forms } from './form-parts.tsx'
import { duplicate } from './forms-list.tsx'

const { app, shop } = await openShop()
const rest = adminRest({ app, url: shop.url }, await createSignedInUser(shop, 'shop_manager'))
const report = () => undefined
const list = () => rest.get<FormJson[]>(forms.rest, new AbortController().signal)

test('when one of several duplications fails, the copies that were made are counted, and can be undone', async () => {
  const made: FormJson[] = []
  for (const title of ['Reach', 'Gone', 'Visit']) made.push(await rest.send<FormJson>('POST', forms.rest, { title }))
  await rest.send('DELETE', restItem(forms, made[1]?.id ?? 0), { force: true })
  const before = (await list()).map(({ id }) => id)
  const { text, undo } = await duplicate.run(made, rest, { report })
  expect(text).toMatch(/^2 contact forms duplicated\. 1 contact form not changed\. Gone: ./)
  expect(await list()).toHaveLength(before.length + 2)
  await undo?.(report)
  expect((await list()).map(({ id }) => id)).toEqual(before)
  await expect(duplicate.run(made.slice(1, 2), rest, { report })).rejects.toThrow(
    /^1 contact form not changed\. Gone: ./,
  )
})

test('a duplication that is undone only in part is not said to be undone', async () => {
  const made: FormJson[] = []
  for (const title of ['Ask', 'Order']) made.push(await rest.send<FormJson>('POST', forms.rest, { title }))
  const before = (await list()).map(({ id }) => id)
  const whole = await duplicate.run(made, rest, { report })
  await whole.undo?.(report)
  expect((await list()).map(({ id }) => id)).toEqual(before)

  const { undo } = await duplicate.run(made, rest, { report })
  const [copy] = (await list()).filter(({ id }) => !before.includes(id))
  await rest.send('DELETE', restItem(forms, copy?.id ?? 0), { force: true })
  await expect(undo?.(report)).rejects.toThrow(/^1 contact form not changed\. ./)
  expect((await list()).map(({ id }) => id)).toEqual(before)
})
