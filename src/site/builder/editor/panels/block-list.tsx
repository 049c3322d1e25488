import { Puck } from '@puckeditor/core'
import { useEffect, useRef } from 'react'
import { tidyDragAttributes } from '../canvas/drag-attributes.ts'
import { defineWords } from '../words.ts'
import styles from './panels.module.css'

const useWords = defineWords({
  hint: [
    'Choose a block to put it after the selected one, or drag it onto the page.',
    'Choisissez un bloc pour le placer après le bloc sélectionné, ou glissez-le sur la page.',
  ],
})

const PREFIX = 'drawer-item:'

const typeAt = (target: EventTarget): string | undefined =>
  (target as Element).closest<HTMLElement>('[data-puck-drawer-item]')?.dataset.testid?.slice(PREFIX.length)

export function BlockList({ onInsert }: { readonly onInsert: (type: string) => void }) {
  const words = useWords()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => (list.current ? tidyDragAttributes(list.current) : undefined), [])
  const insert = (target: EventTarget): boolean => {
    const type = typeAt(target)
    if (type) onInsert(type)
    return Boolean(type)
  }
  return (
    <>
      <p className={styles.hint}>{words.hint}</p>
      <div
        ref={list}
        role="presentation"
        className={styles.blocks}
        onClick={(event) => insert(event.target)}
        onKeyDown={(event) => {
          if ((event.key === 'Enter' || event.key === ' ') && insert(event.target)) event.preventDefault()
        }}
      >
        <Puck.Components />
      </div>
    </>
  )
}
