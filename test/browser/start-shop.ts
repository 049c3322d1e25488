import { demoDataDir, removeDataDir, startShop, temporaryDataDir } from '../running/shop-process.ts'

/** Before all browser tests: the built shop with the demo content. SHOP_URL names a running one instead. */
export default async function startOnce(): Promise<() => Promise<void>> {
  if (process.env.SHOP_URL) {
    process.env.SAMOVAR_TEST_URL = process.env.SHOP_URL
    return async () => {}
  }
  const template = await temporaryDataDir()
  await (await startShop({ dataDir: template, environment: { WARM_PICTURES: 'off' } })).stop()
  process.env.SAMOVAR_DEMO_DATA = template
  const dataDir = await demoDataDir()
  const shop = await startShop({ dataDir, environment: { WARM_PICTURES: 'off' } })
  process.env.SAMOVAR_TEST_URL = shop.url
  return async () => {
    await shop.stop()
    await removeDataDir(dataDir)
    await removeDataDir(template)
  }
}
