import { listen } from './cart-events.client.ts'

let isLoaded = false

function offerWallets(): void {
  if (isLoaded || !document.querySelector('[data-express]')) return
  isLoaded = true
  void import('./cart-wallets.client.ts')
}

offerWallets()
listen('updated_wc_div', offerWallets)
