import { useAdminContext } from '../../../../platform/admin/admin-context.tsx'
import controls from '../../../../platform/admin/controls.module.css'
import { Icon } from '../../../../platform/ui/icon.tsx'
import { hrefs } from '../../../../platform/web/routes.ts'
import { defineWords } from '../words.ts'
import type { PageSession, SessionState } from './page-session.ts'
import styles from './session.module.css'
import { useTimes } from './session-times.ts'

const useWords = defineWords({
  en: {
    saved: 'Saved',
    saving: 'Saving…',
    draft: 'Draft saved {time}',
    changed: 'Not saved yet',
    offline: 'Offline: kept in this browser',
    down: 'The shop does not answer: kept in this browser, tried again soon',
    full: 'Not stored: the shop does not answer, and this browser has no room. Copy your blocks before you leave.',
    signedOut: 'Signed out: kept in this browser. Sign in as {name} in another tab, and it goes on.',
    signIn: 'Sign in again',
    holder: '{name} edits this page. You can look at it.',
    yours: 'You edit this page in another window.',
    kept: 'What you changed is stored as your draft.',
    takeOver: 'Take over',
  },
  fr: {
    saved: 'Enregistré',
    saving: 'Enregistrement…',
    draft: 'Brouillon enregistré à {time}',
    changed: 'Pas encore enregistré',
    offline: 'Hors ligne : conservé dans ce navigateur',
    down: 'La boutique ne répond pas : conservé dans ce navigateur, nouvel essai bientôt',
    full: 'Non conservé : la boutique ne répond pas et ce navigateur est plein. Copiez vos blocs avant de quitter.',
    signedOut:
      'Déconnecté : conservé dans ce navigateur. Connectez-vous comme {name} dans un autre onglet pour continuer.',
    signIn: 'Se reconnecter',
    holder: '{name} modifie cette page. Vous pouvez la regarder.',
    yours: 'Vous modifiez cette page dans une autre fenêtre.',
    kept: 'Vos modifications sont gardées comme brouillon.',
    takeOver: 'Prendre la main',
  },
})

/** What of the page is stored, and where. */
export function SavedText({ state }: { state: SessionState }) {
  const { failure, isSaving, isDirty, draftSavedAt, isInBrowser } = state
  const words = useWords()
  const { clock } = useTimes()
  const { user } = useAdminContext()
  if (isSaving) return <p className={styles.saved}>{words.saving}</p>
  if (!failure) {
    const draft = draftSavedAt && words.draft.replace('{time}', clock(draftSavedAt))
    return <p className={styles.saved}>{isDirty ? (draft ?? words.changed) : words.saved}</p>
  }
  const isRefused = failure.kind === 'refused' && failure.status < 500
  const kept = {
    offline: words.offline,
    refused: words.down,
    'signed-out': words.signedOut.replace('{name}', user.name),
  }
  return (
    <p className={styles.saved} role="alert" data-failed>
      <Icon name="alert" size={16} />
      {isRefused ? failure.message : isDirty && !isInBrowser ? words.full : kept[failure.kind]}
      {failure.kind === 'signed-out' && (
        <a href={hrefs.login(location.pathname + location.search)} target="_blank" rel="noreferrer">
          {words.signIn}
        </a>
      )}
    </p>
  )
}

/** Who else edits the page. */
export function LockNotice({ session, state: { holder, isDirty } }: { session: PageSession; state: SessionState }) {
  const words = useWords()
  const { user } = useAdminContext()
  if (!holder) return null
  return (
    <div className={styles.lock} role="alert">
      <p>
        {holder.user_id === user.id ? words.yours : words.holder.replace('{name}', holder.name)}
        {isDirty && ` ${words.kept}`}
      </p>
      <button type="button" className={controls.button} onClick={() => void session.renewLock(true)}>
        {words.takeOver}
      </button>
    </div>
  )
}
