import styles from './pay-later.module.css'
import { excludedProductTypes, type PayLaterTerms, payLaterCardText, payLaterText } from './pay-later.ts'

export type PayLaterMessageList = readonly { readonly id: string; readonly terms: PayLaterTerms }[]

type Props = {
  readonly messages: PayLaterMessageList
  readonly page: 'product' | 'cart'
  /** The price; null until a variation is chosen. */
  readonly cents: number | null
}

/** Uses the ids of the Stripe plugin (stripe-plugin sheet, "Containers"); `showPayLater` updates product pages. */
export const PayLaterMessages = ({ messages, page, cents }: Props) =>
  messages.map(({ id, terms }) => {
    const name = `wc-${id.replaceAll('_', '-')}`
    const text = cents === null ? '' : payLaterText(terms, cents)
    return (
      <div key={id} id={`${name}-${page}-container`} className={styles.message} hidden={text === ''}>
        <p id={`${name}-${page}-msg`} data-pay-later={page === 'product' ? JSON.stringify(terms) : undefined}>
          {text}
        </p>
      </div>
    )
  })

type CardProps = {
  readonly messages: PayLaterMessageList
  readonly product: {
    readonly id: number
    readonly type: string
    readonly stockStatus: string
    readonly minCents: number | null
    readonly maxCents: number | null
  }
}

export function PayLaterCardMessages({ messages, product }: CardProps) {
  const { id: productId, type, stockStatus, minCents, maxCents } = product
  if (minCents === null || maxCents === null) return null
  if (stockStatus === 'outofstock' || excludedProductTypes.includes(type)) return null
  return messages.map(({ id, terms }) => {
    const text = payLaterCardText(terms, minCents, maxCents)
    return (
      text !== '' && (
        <p key={id} id={`wc-stripe-shop-message-${id}-${productId}`} className={styles.card}>
          {text}
        </p>
      )
    )
  })
}
