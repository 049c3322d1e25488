/** What the sheet was opened for: a wallet may leave the page, which comes back as it is at first. */
const KEY = 'wc_stripe_express_item'

type Item = Readonly<Record<string, string>>

export function rememberItem(wallet: string, item: Item): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ wallet, path: location.pathname, item }))
  } catch {
    // Without storage only wallets that stay on the page can pay.
  }
}

export function forgetItem(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was kept.
  }
}

export function rememberedItem(wallet: string): Item | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as {
      wallet: string
      path: string
      item: Item
    } | null
    return kept?.wallet === wallet && kept.path === location.pathname ? kept.item : undefined
  } catch {
    return undefined
  }
}
