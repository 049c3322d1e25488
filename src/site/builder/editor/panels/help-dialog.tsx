import { type RefObject, useId } from 'react'
import dialogs from '../../../../platform/admin/dialog.module.css'
import { Button } from '../../../../platform/admin/parts.tsx'
import { defineWords } from '../words.ts'
import styles from './panels.module.css'

const useWords = defineWords({
  en: {
    title: 'Keys',
    close: 'Close',
    insert: 'In the list of blocks: put it after the selected block, or into the chosen place',
    arrows: 'In the outline: from block to block',
    open: 'In the outline: to the settings of the block',
    move: 'Move the block up or down',
    nest: 'Move the block into the one beside it, or out of the one around it',
    duplicate: 'Duplicate the block',
    remove: 'Delete the block',
    undo: 'Undo',
    redo: 'Do again',
    parent: 'Select the block around it',
    help: 'Show this list',
  },
  fr: {
    title: 'Touches',
    close: 'Fermer',
    insert: 'Dans la liste des blocs : le placer après le bloc choisi, ou à l’endroit choisi',
    arrows: 'Dans le plan : d’un bloc à l’autre',
    open: 'Dans le plan : vers les réglages du bloc',
    move: 'Déplacer le bloc vers le haut ou le bas',
    nest: 'Déplacer le bloc dans son voisin, ou hors de celui qui l’entoure',
    duplicate: 'Dupliquer le bloc',
    remove: 'Supprimer le bloc',
    undo: 'Annuler',
    redo: 'Rétablir',
    parent: 'Choisir le bloc qui l’entoure',
    help: 'Afficher cette liste',
  },
})

const keys = [
  ['Enter', 'insert'],
  ['↑ ↓ ← →', 'arrows'],
  ['Enter', 'open'],
  ['Alt+↑ Alt+↓', 'move'],
  ['Alt+→ Alt+←', 'nest'],
  ['Ctrl+D', 'duplicate'],
  ['Delete', 'remove'],
  ['Ctrl+Z', 'undo'],
  ['Ctrl+Shift+Z', 'redo'],
  ['Esc', 'parent'],
  ['?', 'help'],
] as const

/** Every key of the builder. */
export function HelpDialog({ dialog }: { readonly dialog: RefObject<HTMLDialogElement | null> }) {
  const words = useWords()
  const id = useId()
  return (
    <dialog ref={dialog} className={dialogs.dialog} aria-labelledby={id}>
      <h2 id={id}>{words.title}</h2>
      <dl className={styles.keys}>
        {keys.map(([key, what]) => (
          <div key={what}>
            <dt>
              {key.split(' ').map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dt>
            <dd>{words[what]}</dd>
          </div>
        ))}
      </dl>
      <div className={dialogs.buttons}>
        <Button label={words.close} onClick={() => dialog.current?.close()} />
      </div>
    </dialog>
  )
}
