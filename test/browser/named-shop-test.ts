import type { CDPSession, Page } from '@playwright/test'
import { findFreePortPair } from '../running/free-ports.ts'
import { demoDataDir, removeDataDir, type ShopProcess, startShop } from '../running/shop-process.ts'
import { test as shopTest } from './shop-test.ts'

/**
 * `test` with a separate demo shop for each worker. The base URL has the host name `localhost`, because passkeys are
 * bound to a host name.
 */
export const test = shopTest.extend<object, { listensOn: string; namedShop: ShopProcess }>({
  listensOn: ['127.0.0.1', { option: true, scope: 'worker' }],
  namedShop: [
    async ({ listensOn }, use) => {
      const [dataDir, port] = [await demoDataDir(), await findFreePortPair()]
      const shop = await startShop({ dataDir, port, environment: { WARM_PICTURES: 'off', HOST: listensOn } })
      await use(shop)
      await shop.stop()
      await removeDataDir(dataDir)
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  baseURL: async ({ namedShop }, use) => {
    await use(`http://localhost:${namedShop.port}`)
  },
})

/** Adds a virtual fingerprint reader (WebAuthn). It confirms every request while `setPresence` is on. */
export async function addAuthenticator(page: Page) {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    setPresence: (enabled: boolean) =>
      cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
  }
}
