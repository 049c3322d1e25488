import { MAX_PASSWORD_LENGTH } from '../../../../people/identity/passwords/password-rules.ts'
import { GRACE_DAYS } from '../../../../people/privacy/delete-account.ts'
import type { PersonalData } from '../../../../platform/privacy/personal-data.ts'
import { formatShopDay } from '../../../../platform/time/shop-time.ts'
import { button } from '../../../../platform/ui/button.tsx'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import styles from './account.module.css'
import frameStyles from './account-frame.module.css'
import { FormRow } from './form-row.tsx'
import privacyStyles from './privacy.module.css'

type FormProps = {
  /** Not within minutes after signing in. */
  readonly asksPassword: boolean
  readonly error: string | undefined
  readonly nonce: { readonly name: string; readonly value: string }
}

type PrivacyPageProps = FormProps & {
  readonly parts: readonly Pick<PersonalData, 'id' | 'title'>[]
  readonly isVerified: boolean
  readonly deletion: { readonly dueAt: Date } | null
}

/** /my-account/privacy/ */
export const PrivacyPage = ({ parts, isVerified, deletion, ...form }: PrivacyPageProps) => (
  <div className={privacyStyles.sections}>
    {deletion && <Keep dueAt={deletion.dueAt} nonce={form.nonce} />}
    <section aria-labelledby="download">
      <h2 id="download" className={styles.title}>
        Download your data
      </h2>
      <p>One file with everything we hold about you:</p>
      <ul className={privacyStyles.parts}>
        {parts.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
      {!isVerified && (
        <p className={styles.hint}>
          Orders and comments that you made as a guest are included once your email address is confirmed, for instance
          by <a href={paths.lostPassword}>choosing a new password by email</a>.
        </p>
      )}
      <form action={paths.accountDownload} method="post" className={styles.form}>
        <Password {...form} />
        <p className={styles.save}>
          <button type="submit" className={button.primary} name="format" value="csv">
            Download tables (CSV)
          </button>
          <button type="submit" className={button.secondary} name="format" value="json">
            Download JSON
          </button>
        </p>
      </form>
    </section>
    {!deletion && (
      <section aria-labelledby="delete">
        <h2 id="delete" className={styles.title}>
          Delete your account
        </h2>
        <p>We delete your account a week after you ask for it. Until then you can change your mind.</p>
        <a href={paths.accountDeletion}>Delete my account</a>
      </section>
    )}
  </div>
)

const Keep = ({ dueAt, nonce }: { dueAt: Date; nonce: FormProps['nonce'] }) => (
  <section className={styles.card} aria-labelledby="keep">
    <h2 id="keep" className={styles.title}>
      Your account will be deleted
    </h2>
    <p>On {formatShopDay(dueAt)}. Nothing is lost until then.</p>
    <form action={paths.accountPrivacy} method="post">
      <input type="hidden" name={nonce.name} value={nonce.value} />
      <button type="submit" className={button.primary} name="keep_account" value="1">
        Keep my account
      </button>
    </form>
  </section>
)

const Password = ({ asksPassword, error, nonce }: FormProps) => (
  <>
    {asksPassword && (
      <>
        <FormRow
          name="password"
          type="password"
          label="Your password"
          autoComplete="current-password"
          maxLength={MAX_PASSWORD_LENGTH}
          error={error}
        />
        <p className={styles.hint}>
          No password? Sign out and in again: within ten minutes of that we do not ask for it.
        </p>
      </>
    )}
    <input type="hidden" name={nonce.name} value={nonce.value} />
  </>
)

/** /my-account/privacy/deletion/: what happens to what, before it is asked for. */
export const DeletionPage = ({ openOrders, ...form }: FormProps & { readonly openOrders: number }) => (
  <div className={privacyStyles.sections}>
    <section>
      <p className={styles.lead}>
        You have {GRACE_DAYS} days to change your mind: sign in and press “Keep my account”. After that this cannot be
        undone.
      </p>
      <dl className={privacyStyles.facts}>
        <dt>Deleted</dt>
        <dd>Your account, addresses, carts, choices, sign-ins, and the emails we sent you.</dd>
        <dt>Kept without your name</dt>
        <dd>
          Your orders, because the law wants books to be kept: what was sold, for how much, the tax, country and
          province. Your name, address, email address and telephone number are removed.
        </dd>
        <dt>Kept as “Former customer”</dt>
        <dd>Your comments and reviews, because others have answered them.</dd>
      </dl>
      {openOrders > 0 && (
        <p className={privacyStyles.warning} role="status">
          {openOrders === 1 ? 'One of your orders is' : `${openOrders} of your orders are`} still under way. We send
          what you paid for as usual, and delete the account once that is done. To stop an order,{' '}
          <a href={paths.accountOrders}>look at your orders</a> first.
        </p>
      )}
      <p>
        You may want to <a href={paths.accountPrivacy}>download your data</a> before.
      </p>
      <form action={paths.accountDeletion} method="post" className={styles.form}>
        <Password {...form} />
        <p className={styles.save}>
          <button type="submit" className={button.primary} name="delete_account" value="1">
            Delete my account
          </button>
          <a href={paths.accountPrivacy}>Cancel</a>
        </p>
      </form>
    </section>
  </div>
)

/** After the request, signed out. */
export const DeletionRequestedPage = () => (
  <main id="content" className={frameStyles.page}>
    <h1 className={frameStyles.title}>Your account will be deleted</h1>
    <p role="status">You are signed out. We have sent you an email with the date.</p>
    <p>
      If you change your mind within {GRACE_DAYS} days, <a href={hrefs.login(paths.accountPrivacy)}>sign in</a> and
      press “Keep my account”.
    </p>
    <a className={button.secondary} href={hrefs.shop()}>
      Back to the shop
    </a>
  </main>
)
