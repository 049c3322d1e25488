/**
 * `test` with a separate demo shop for each worker, for tests that change the shop. All files that use it share this
 * shop, so a test that changes an account registers a new one (register.ts).
 */
import { demoDataDir, removeDataDir, type ShopProcess, startShop } from '../running/shop-process.ts'
import { test as shopTest } from './shop-test.ts'

export const test = shopTest.extend<object, { ownShop: ShopProcess }>({
  ownShop: [
    async ({}, use) => {
      const dataDir = await demoDataDir()
      const shop = await startShop({ dataDir, environment: { WARM_PICTURES: 'off' } })
      await use(shop)
      await shop.stop()
      await removeDataDir(dataDir)
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ ownShop }, use) => {
    await use(ownShop.url)
  },
})
