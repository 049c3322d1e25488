import { button } from '../../../platform/ui/button.tsx'
import { ShopMain } from '../../../platform/ui/shop-main.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import styles from './sign-in.module.css'

export type LinkQuestion = {
  readonly title: string
  readonly text: string
  readonly button: string
}

/** What a mailed link does, and one press that does it: programs that open every link of an email change nothing. */
export const MailedLinkPage = ({ path, title, text, button: label }: LinkQuestion & { readonly path: string }) => (
  <ShopMain className={styles.page} title={<h1>{title}</h1>}>
    <p className={styles.lead}>{text}</p>
    <form className={styles.form} action={path} method="post">
      <button type="submit" className={button.primary}>
        {label}
      </button>
    </form>
  </ShopMain>
)

export const ExpiredMailedLinkPage = ({ text }: { readonly text: string }) => (
  <ShopMain className={styles.page} title={<h1>This link has expired</h1>}>
    <p className={styles.lead}>It has been used, it is too old, or there is a newer one. {text}</p>
    <a className={button.primary} href={hrefs.login()}>
      Sign in
    </a>{' '}
    <a className={button.secondary} href={paths.home}>
      Go to the shop
    </a>
  </ShopMain>
)
