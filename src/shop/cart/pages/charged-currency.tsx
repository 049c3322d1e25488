import { useContext } from 'react'
import { currencyName, shopCurrency } from '../../../platform/money/money.ts'
import { ExchangeContext } from '../../../platform/ui/exchange-context.ts'
import { Notices } from '../../../platform/ui/notices.tsx'

export function ChargedCurrency() {
  const shown = useContext(ExchangeContext)
  if (shown === null || shown.isCharged) return null
  const [chosen, paid] = [currencyName(shown.currency), currencyName(shopCurrency)]
  const text = `You pay in ${paid} (${shopCurrency}). Prices in ${chosen} elsewhere in the shop are approximate.`
  return <Notices notices={[{ kind: 'info', text }]} />
}
