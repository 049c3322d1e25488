import { useState } from 'react'
import controls from '../../../../platform/admin/controls.module.css'
import base from '../../../../platform/admin/dialog.module.css'
import { parseGmt } from '../../../../platform/admin/parts.tsx'
import { parseShopTime, toLocalIso } from '../../../../platform/time/shop-time.ts'
import { defineWords } from '../words.ts'
import { Comparison, Differences } from './comparison.tsx'
import type { PageSession, SessionState } from './page-session.ts'
import styles from './session.module.css'
import { SessionDialog } from './session-dialog.tsx'
import { useTimes } from './session-times.ts'

const useWords = defineWords({
  en: {
    offers: 'You have changes that were not saved',
    offersText: 'The saved page is of {time}. Going on with one of these leaves the others.',
    browser: 'In this browser, {time}',
    server: 'Your draft in the shop, {time}',
    goOn: 'Go on with it',
    drop: 'Drop it',
    conflict: 'Somebody saved this page meanwhile',
    conflictText:
      'Nothing is lost: whatever is not chosen stays, theirs as a revision, yours in the clipboard and under Undo.',
    mine: 'Yours, not saved',
    theirs: 'Theirs, saved {time}',
    keepMine: 'Save mine over it',
    takeTheirs: 'Take theirs',
    later: 'Look on',
    publish: 'Publish this page?',
    publishText: 'Everybody can see it then.',
    publishNow: 'Publish now',
    notYet: 'Not yet',
    schedule: 'When should the page be published?',
    when: 'Date and time of the shop',
    past: 'This moment has passed: the page is published at once.',
    scheduleIt: 'Schedule',
    exit: 'Leave without saving the page?',
    exitText: 'Your changes are not on the page yet. As a draft, they wait here for you.',
    leave: 'Leave, and keep the draft',
    leaveDropping: 'Leave, and drop the changes',
    stay: 'Stay',
  },
  fr: {
    offers: 'Vous avez des modifications non enregistrées',
    offersText: 'La page enregistrée date du {time}. En continuer une laisse les autres.',
    browser: 'Dans ce navigateur, {time}',
    server: 'Votre brouillon dans la boutique, {time}',
    goOn: 'Continuer',
    drop: 'Abandonner',
    conflict: 'Quelqu’un a enregistré cette page entre-temps',
    conflictText:
      'Rien n’est perdu : l’autre version reste, la sienne comme révision, la vôtre dans le presse-papiers et sous Annuler.',
    mine: 'La vôtre, non enregistrée',
    theirs: 'La sienne, enregistrée {time}',
    keepMine: 'Enregistrer la mienne',
    takeTheirs: 'Prendre la sienne',
    later: 'Regarder encore',
    publish: 'Publier cette page ?',
    publishText: 'Tout le monde pourra la voir.',
    publishNow: 'Publier maintenant',
    notYet: 'Pas encore',
    schedule: 'Quand la page doit-elle être publiée ?',
    when: 'Date et heure de la boutique',
    past: 'Ce moment est passé : la page est publiée tout de suite.',
    scheduleIt: 'Planifier',
    exit: 'Quitter sans enregistrer la page ?',
    exitText: 'Vos modifications ne sont pas encore sur la page. Elles vous attendent ici comme brouillon.',
    leave: 'Quitter et garder le brouillon',
    leaveDropping: 'Quitter et abandonner',
    stay: 'Rester',
  },
})

type QuestionProps = { readonly session: PageSession; readonly state: SessionState; readonly onClose: () => void }

/** On opening: what was written before and not saved. */
export function OffersQuestion({ session, state: { page, offers } }: Omit<QuestionProps, 'onClose'>) {
  const words = useWords()
  const { dayAndTime } = useTimes()
  return (
    <SessionDialog title={words.offers}>
      <p>{words.offersText.replace('{time}', dayAndTime(parseGmt(page.modified_gmt)))}</p>
      {offers.map((copy) => {
        const title = words[copy.place].replace('{time}', dayAndTime(copy.savedAt))
        return (
          <section key={copy.place} className={styles.offer} aria-label={title}>
            <h3>{title}</h3>
            <Differences older={page.document} newer={copy.document} />
            <div className={base.buttons}>
              <button type="button" className={controls.primary} onClick={() => session.goOn(copy)}>
                {words.goOn}
              </button>
              <button type="button" className={controls.danger} onClick={() => void session.drop(copy)}>
                {words.drop}
              </button>
            </div>
          </section>
        )
      })}
    </SessionDialog>
  )
}

type ConflictProps = Pick<QuestionProps, 'session'> & {
  readonly conflict: NonNullable<SessionState['conflict']>
  readonly document: Parameters<typeof Differences>[0]['newer']
  /** Keeps what is on the canvas before it is replaced. */
  readonly onTake: () => void
}

/** Two versions of a page, of which one is saved. */
export function ConflictQuestion({ session, conflict: { current }, document, onTake }: ConflictProps) {
  const words = useWords()
  const { dayAndTime } = useTimes()
  const theirs = words.theirs.replace('{time}', dayAndTime(parseGmt(current.modified_gmt)))
  const takeTheirs = () => {
    onTake()
    void session.settle('theirs')
  }
  return (
    <SessionDialog title={words.conflict} isWide onClose={() => void session.settle('later')}>
      <p>{words.conflictText}</p>
      <Comparison
        page={current}
        older={{
          title: theirs,
          document: current.document,
          head: (
            <>
              <h3>{theirs}</h3>
              <button type="button" className={controls.button} onClick={takeTheirs}>
                {words.takeTheirs}
              </button>
            </>
          ),
        }}
        newer={{
          title: words.mine,
          document,
          head: (
            <>
              <h3>{words.mine}</h3>
              <button type="button" className={controls.primary} onClick={() => void session.settle('mine')}>
                {words.keepMine}
              </button>
            </>
          ),
        }}
      />
      <div className={base.buttons}>
        <button type="button" className={controls.button} onClick={() => void session.settle('later')}>
          {words.later}
        </button>
      </div>
    </SessionDialog>
  )
}

/** Before a page becomes public. */
export function PublishQuestion({ session, state: { page }, onClose }: QuestionProps) {
  const words = useWords()
  const publish = () => {
    onClose()
    // A date to come would schedule it.
    const isEarly = page.is_date_open || parseGmt(page.date_gmt) > new Date()
    void session.save({ status: 'publish', ...(isEarly ? { date_gmt: null } : {}) })
  }
  return (
    <SessionDialog title={words.publish} onClose={onClose}>
      <p>{words.publishText}</p>
      <div className={base.buttons}>
        <button type="button" className={controls.primary} onClick={publish}>
          {words.publishNow}
        </button>
        <button type="button" className={controls.button} onClick={onClose}>
          {words.notYet}
        </button>
      </div>
    </SessionDialog>
  )
}

export function ScheduleQuestion({ session, state: { page }, onClose }: QuestionProps) {
  const words = useWords()
  const [text, setText] = useState(() => (page.is_date_open ? '' : toLocalIso(parseGmt(page.date_gmt)).slice(0, 16)))
  const at = parseShopTime(text)
  const isPast = at !== null && at <= new Date()
  return (
    <SessionDialog title={words.schedule} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!at) return
          onClose()
          void session.save({ status: 'publish', date_gmt: at.toISOString() })
        }}
      >
        <label className={styles.field}>
          {words.when}
          <input type="datetime-local" required value={text} onChange={({ target }) => setText(target.value)} />
        </label>
        <p role="status">{isPast && words.past}</p>
        <div className={base.buttons}>
          <button type="submit" className={controls.primary}>
            {isPast ? words.publishNow : words.scheduleIt}
          </button>
          <button type="button" className={controls.button} onClick={onClose}>
            {words.notYet}
          </button>
        </div>
      </form>
    </SessionDialog>
  )
}

type ExitProps = Pick<QuestionProps, 'session' | 'onClose'> & { readonly leave: () => void }

export function ExitQuestion({ session, onClose, leave }: ExitProps) {
  const words = useWords()
  return (
    <SessionDialog title={words.exit} onClose={onClose}>
      <p>{words.exitText}</p>
      <div className={base.buttons}>
        <button type="button" className={controls.primary} onClick={leave}>
          {words.leave}
        </button>
        <button type="button" className={controls.danger} onClick={() => void session.discard().then(leave)}>
          {words.leaveDropping}
        </button>
        <button type="button" className={controls.button} onClick={onClose}>
          {words.stay}
        </button>
      </div>
    </SessionDialog>
  )
}
