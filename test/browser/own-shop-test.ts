/** `test` with a demo shop for each file that uses it, for tests that change what the others see. */
import { removeDataDir, type ShopProcess, startShop, temporaryDataDir } from '../running/shop-process.ts'
import { test as shopTest } from './shop-test.ts'

export const test = shopTest.extend<object, { ownShop: ShopProcess }>({
  ownShop: [
    async ({}, use) => {
      const dataDir = await temporaryDataDir()
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
