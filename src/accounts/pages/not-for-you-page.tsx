import { hrefs } from '../../routes.ts'
import { button } from '../../ui/button.tsx'
import type { User } from '../current-user.ts'
import { can } from '../permissions.ts'
import styles from './not-for-you.module.css'

/** Somebody is signed in, but this part of the back office is not theirs. */
export function NotForYouPage({ user, signOutNonce }: { user: User; signOutNonce: string }) {
  return (
    <main id="content" className={styles.page}>
      <h1>This part is not for this account</h1>
      <p>
        You are signed in as {user.email}.{' '}
        {can(user, 'staff.enter')
          ? 'Orders and email are for the shop’s administrators.'
          : 'The back office is for the people who run the shop.'}
      </p>
      <div className={styles.ways}>
        <a className={button.primary} href={hrefs.account()}>
          Your account
        </a>
        <a className={button.secondary} href={hrefs.shop()}>
          To the shop
        </a>
        <form action={hrefs.logout()} method="post">
          <input type="hidden" name="_wpnonce" value={signOutNonce} />
          <button type="submit" className={button.quiet}>
            Sign in as someone else
          </button>
        </form>
      </div>
    </main>
  )
}
