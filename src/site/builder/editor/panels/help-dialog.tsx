import { KeyList } from '../../../../platform/admin/shortcuts-dialog.tsx'
import { SessionDialog } from '../session/session-dialog.tsx'
import { defineWords } from '../words.ts'

const useWords = defineWords({
  title: ['Keys', 'Touches'],
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
  redo: ['Redo', 'Rétablir'],
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

export function HelpDialog({ onClose }: { readonly onClose: () => void }) {
  const words = useWords()
  return (
    <SessionDialog title={words.title} onClose={onClose}>
      <KeyList keys={keys.map(([key, what]) => [key, words[what]])} />
    </SessionDialog>
  )
}
