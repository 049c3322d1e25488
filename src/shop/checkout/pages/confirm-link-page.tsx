import { button } from '../../../platform/ui/button.tsx'
import { ShopMain } from '../../../platform/ui/shop-main.tsx'
import styles from './request-link.module.css'

type ConfirmLinkProps = {
  readonly title: string
  readonly text: string
  readonly confirm: string
  readonly action: string
  readonly nonce: string
  readonly back: { readonly href: string; readonly label: string }
}

/** Asks before a link is followed that changes something and has no valid nonce, as from an email. */
export const ConfirmLinkPage = ({ title, text, confirm, action, nonce, back }: ConfirmLinkProps) => (
  <ShopMain className={styles.page} title={<h1>{title}</h1>}>
    <p>{text}</p>
    <form method="post" action={action} className={styles.form}>
      <input type="hidden" name="_wpnonce" value={nonce} />
      <button type="submit" className={button.primary}>
        {confirm}
      </button>
    </form>
    <p>
      <a href={back.href}>{back.label}</a>
    </p>
  </ShopMain>
)
