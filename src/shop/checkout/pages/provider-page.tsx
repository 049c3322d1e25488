import { button } from '../../../platform/ui/button.tsx'
import { ShopMain } from '../../../platform/ui/shop-main.tsx'
import styles from './request-link.module.css'

type Props = {
  readonly name: string
  readonly url: string
  readonly back: string
}

/** Leads on to a page of the provider. Browsers go there by themselves; the link is for those that do not. */
export const ProviderPage = ({ name, url, back }: Props) => (
  <ShopMain className={styles.page} title={<h1>Going on to {name}</h1>}>
    <p>Your order is kept. You agree to the payment there and come back here; nothing is charged before.</p>
    <p>
      <a className={button.primary} href={url}>
        Continue to {name}
      </a>
    </p>
    <p>
      <a href={back}>Choose another way to pay</a>
    </p>
  </ShopMain>
)
