import { type FormEvent, useId, useState } from 'react'
import base from '../../../../platform/admin/dialog.module.css'
import kit from '../../../../platform/admin/fields/field.module.css'
import { Button, parseGmt } from '../../../../platform/admin/parts.tsx'
import { toLocalIso } from '../../../../platform/time/shop-time.ts'
import type { PageJson } from '../../rest/page-json.ts'
import { useCanvas } from '../canvas/canvas-context.tsx'
import { defineWords, useTimeFormats } from '../words.ts'
import { clipboardText } from './clipboard.ts'
import { Comparison, Differences } from './comparison.tsx'
import styles from './session.module.css'
import { type DialogProps, SessionDialog } from './session-dialog.tsx'
import { copyText } from './use-clipboard.ts'

const useWords = defineWords({
  offers: ['You have changes that were not saved', 'Vous avez des modifications non enregistrées'],
  offersText: [
    'The page itself was saved {time}; if you restore one of these, the others stay available.',
    'La page même a été enregistrée {time} ; restaurer une version laisse les autres.',
  ],
  browser: ['In this browser, {time}', 'Dans ce navigateur, {time}'],
  server: ['Your draft in the shop, {time}', 'Votre brouillon dans la boutique, {time}'],
  restoreCopy: ['Restore', 'Restaurer'],
  drop: ['Discard', 'Abandonner'],
  conflict: ['This page was saved elsewhere in the meantime', 'Quelqu’un a enregistré cette page entre-temps'],
  conflictText: [
    'Nothing is lost: whatever is not chosen stays, theirs as a revision, yours as your draft, in the clipboard and under Undo.',
    'Rien n’est perdu : l’autre version reste, la sienne comme révision, la vôtre comme brouillon, dans le presse-papiers et sous Annuler.',
  ],
  ownVersion: ['Yours, not saved', 'La vôtre, non enregistrée'],
  storedVersion: ['Theirs, saved {time}', 'La sienne, enregistrée {time}'],
  keepOwn: ['Overwrite with mine', 'Enregistrer la mienne'],
  takeStored: ['Take theirs', 'Prendre la sienne'],
  later: ['Decide later', 'Décider plus tard'],
  publish: ['Publish this page?', 'Publier cette page ?'],
  publishText: ['Everyone will be able to see it.', 'Tout le monde pourra la voir.'],
  publishNow: ['Publish now', 'Publier maintenant'],
  notYet: ['Not yet', 'Pas encore'],
  schedule: ['When should the page be published?', 'Quand la page doit-elle être publiée ?'],
  when: ['Date and time, in the shop’s time zone', 'Date et heure de la boutique'],
  past: [
    'This time has passed: the page is published at once.',
    'Ce moment est passé : la page est publiée tout de suite.',
  ],
  scheduleIt: ['Schedule', 'Planifier'],
  exit: ['Leave without saving the page?', 'Quitter sans enregistrer la page ?'],
  exitText: [
    'Your changes are not on the page yet. They are kept here as your draft.',
    'Vos modifications ne sont pas encore sur la page. Elles vous attendent ici comme brouillon.',
  ],
  leave: ['Leave and keep the draft', 'Quitter et garder le brouillon'],
  leaveDropping: ['Leave and discard the changes', 'Quitter et abandonner'],
  stay: ['Stay', 'Rester'],
})

/** Offers unsaved changes of an earlier session on opening, and those of another window on taking over. */
export function OffersQuestion({ session, state: { page, offers } }: DialogProps) {
  const words = useWords()
  const { dayAndTime } = useTimeFormats()
  return (
    <SessionDialog title={words.offers}>
      <p>{words.offersText.replace('{time}', dayAndTime(parseGmt(page.modified_gmt)))}</p>
      {offers.map((copy) => {
        const title = words[copy.place].replace('{time}', dayAndTime(copy.savedAt))
        return (
          <section key={copy.key ?? copy.place} className={styles.offer} aria-label={title}>
            <h3>{title}</h3>
            {copy.title !== null && copy.title !== page.title && <p>“{copy.title}”</p>}
            <Differences older={page.document} newer={copy.document} />
            <div className={base.buttons}>
              <Button kind="primary" label={words.restoreCopy} onClick={() => session.restoreCopy(copy)} />
              <Button kind="danger" label={words.drop} onClick={() => void session.drop(copy)} />
            </div>
          </section>
        )
      })}
    </SessionDialog>
  )
}

type ConflictProps = Pick<DialogProps, 'session'> & { readonly current: PageJson }

export function ConflictQuestion({ session, current }: ConflictProps) {
  const words = useWords()
  const document = useCanvas().document()
  const { dayAndTime } = useTimeFormats()
  const storedTitle = words.storedVersion.replace('{time}', dayAndTime(parseGmt(current.modified_gmt)))
  const takeStored = () => {
    copyText(clipboardText(document.blocks))
    void session.resolveConflict('stored')
  }
  const takeButton = <Button label={words.takeStored} onClick={takeStored} />
  const keepButton = <Button kind="primary" label={words.keepOwn} onClick={() => void session.resolveConflict('own')} />
  return (
    <SessionDialog
      title={words.conflict}
      isWide
      closeLabel={words.later}
      onClose={() => void session.resolveConflict('later')}
    >
      <p>{words.conflictText}</p>
      <Comparison
        page={current}
        older={{ title: storedTitle, document: current.document, head: takeButton }}
        newer={{ title: words.ownVersion, document, head: keepButton }}
      />
    </SessionDialog>
  )
}

/** Value of a `datetime-local` field. */
const fieldValue = (at: Date): string => toLocalIso(at).slice(0, 16)

type PublishProps = DialogProps & { readonly isScheduling?: boolean }

export function PublishQuestion({ session, state: { page }, onClose, isScheduling = false }: PublishProps) {
  const words = useWords()
  const form = useId()
  const [text, setText] = useState(() => (page.is_date_open ? '' : fieldValue(parseGmt(page.date_gmt))))
  const [openedAt] = useState(() => fieldValue(new Date()))
  const isPast = text !== '' && text <= openedAt
  const publish = (event: FormEvent) => {
    event.preventDefault()
    onClose()
    // A future date would schedule the page.
    const isEarly = page.is_date_open || parseGmt(page.date_gmt) > new Date()
    const date = isScheduling ? { date: text } : isEarly ? { date: null } : {}
    void session.save({ status: 'publish', ...date })
  }
  const label = isScheduling && !isPast ? words.scheduleIt : words.publishNow
  return (
    <SessionDialog
      title={isScheduling ? words.schedule : words.publish}
      actions={<Button type="submit" form={form} kind="primary" label={label} />}
      closeLabel={words.notYet}
      onClose={onClose}
    >
      <form id={form} onSubmit={publish}>
        {isScheduling && (
          <label className={kit.field}>
            {words.when}
            <input type="datetime-local" required value={text} onChange={({ target }) => setText(target.value)} />
          </label>
        )}
        <p role="status">{isScheduling ? isPast && words.past : words.publishText}</p>
      </form>
    </SessionDialog>
  )
}

export function ExitQuestion({ session, onClose, leave }: DialogProps & { readonly leave: () => void }) {
  const words = useWords()
  const actions = (
    <>
      <Button kind="primary" label={words.leave} onClick={leave} />
      <Button kind="danger" label={words.leaveDropping} onClick={() => void session.discard().then(leave)} />
    </>
  )
  return (
    <SessionDialog title={words.exit} actions={actions} closeLabel={words.stay} onClose={onClose}>
      <p>{words.exitText}</p>
    </SessionDialog>
  )
}
