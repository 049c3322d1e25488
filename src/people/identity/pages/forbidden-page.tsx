import { adminAccess, can } from '../../../platform/access/permissions.ts'
import { ButtonLink, Submit } from '../../../platform/ui/buttons.tsx'
import { hrefs, paths } from '../../../platform/web/routes.ts'
import type { User } from '../auth-session.ts'
import styles from './forbidden.module.css'

export function ForbiddenPage({ user, signOutNonce }: { user: User; signOutNonce: string }) {
  return (
    <main id="content" className={styles.page}>
      <h1>This part is not for this account</h1>
      <p>
        You are signed in as {user.email}.{' '}
        {can(user, adminAccess)
          ? 'Orders and email are for the shop’s administrators.'
          : 'The back office is for the people who run the shop.'}
      </p>
      <div className={styles.ways}>
        <ButtonLink href={paths.account} label="Your account" />
        <ButtonLink variant="secondary" href={hrefs.shop()} label="To the shop" />
        <form action={hrefs.logout()} method="post">
          <input type="hidden" name="_wpnonce" value={signOutNonce} />
          <Submit variant="tertiary" label="Sign in as someone else" />
        </form>
      </div>
    </main>
  )
}
