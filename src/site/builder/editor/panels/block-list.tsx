import { Puck } from '@puckeditor/core'
import { type SyntheticEvent, useEffect, useRef } from 'react'
import { tidyDragAttributes } from '../canvas/drag-attributes.ts'
import { defineWords } from '../words.ts'
import styles from './panels.module.css'

const useWords = defineWords({
  hint: [
    'Choose a block to put it after the selected one, or drag it onto the page.',
    'Choisissez un bloc pour le placer après le bloc sélectionné, ou glissez-le sur la page.',
  ],
})

const ITEM = '[data-puck-drawer-item]'
/** Puck names the type of an item only in its test id. */
const PREFIX = 'drawer-item:'

export function BlockList({ onInsert }: { readonly onInsert: (type: string) => void }) {
  const words = useWords()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => (list.current ? tidyDragAttributes(list.current, ITEM) : undefined), [])
  const insert = (event: SyntheticEvent) => {
    const item = (event.target as Element).closest<HTMLElement>(ITEM)
    if (!item) return
    onInsert(item.dataset.testid?.slice(PREFIX.length) ?? '')
    event.preventDefault()
  }
  return (
    <>
      <p className={styles.hint}>{words.hint}</p>
      <div
        ref={list}
        role="presentation"
        // Names of blocks are English in both languages.
        lang="en"
        className={styles.blocks}
        onClick={insert}
        onKeyDown={(event) => (event.key === 'Enter' || event.key === ' ') && insert(event)}
      >
        <Puck.Components />
      </div>
    </>
  )
}
