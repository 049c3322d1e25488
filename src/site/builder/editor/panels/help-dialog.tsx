import { type RefObject, useId } from 'react'
import dialogs from '../../../../platform/admin/dialog.module.css'
import { Button } from '../../../../platform/admin/parts.tsx'
import keyList from '../../../../platform/admin/shortcuts-dialog.module.css'
import { defineWords } from '../words.ts'

const useWords = defineWords({
  title: ['Keys', 'Touches'],
  close: ['Close', 'Fermer'],
  insert: [
    'In the list of blocks: put it after the selected block, or into the chosen place',
    'Dans la liste des blocs : le placer après le bloc choisi, ou à l’endroit choisi',
  ],
  arrows: ['In the outline: from block to block', 'Dans le plan : d’un bloc à l’autre'],
  open: ['In the outline: to the settings of the block', 'Dans le plan : vers les réglages du bloc'],
  move: ['Move the block up or down', 'Déplacer le bloc vers le haut ou le bas'],
  nest: [
    'Move the block into the one beside it, or out of the one around it',
    'Déplacer le bloc dans son voisin, ou hors de celui qui l’entoure',
  ],
  duplicate: ['Duplicate the block', 'Dupliquer le bloc'],
  remove: ['Delete the block', 'Supprimer le bloc'],
  undo: ['Undo', 'Annuler'],
  redo: ['Do again', 'Rétablir'],
  parent: ['Select the block around it', 'Choisir le bloc qui l’entoure'],
  help: ['Show this list', 'Afficher cette liste'],
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

export function HelpDialog({ dialog }: { readonly dialog: RefObject<HTMLDialogElement | null> }) {
  const words = useWords()
  const id = useId()
  return (
    <dialog ref={dialog} className={dialogs.dialog} aria-labelledby={id}>
      <h2 id={id}>{words.title}</h2>
      <dl className={keyList.list}>
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
