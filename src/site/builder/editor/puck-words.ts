import type { Dictionary } from '@puckeditor/core'
import { useContext } from 'react'
import { LanguageContext } from './words.ts'

const french: Dictionary = {
  'action-selectparent': 'Choisir le bloc autour',
  'action-duplicate': 'Dupliquer',
  'action-delete': 'Supprimer',
  'label-page': 'Page',
  'label-component': 'Bloc',
  'drawer-category-collapse': 'Replier {title}',
  'drawer-category-expand': 'Déplier {title}',
  'drawer-category-other': 'Autres',
  'canvas-noconfig': 'Bloc inconnu : {type}',
  'field-readonly': 'Lecture seule',
  'field-arrayitem-summary': 'Élément {index}',
  'field-arrayitem-duplicate': 'Dupliquer',
  'field-arrayitem-delete': 'Supprimer',
  'loader-loading': 'chargement',
}
const english: Dictionary = {}

/** Puck's own texts that are visible to users. */
export const usePuckWords = (): Dictionary => (useContext(LanguageContext)[0] === 'fr' ? french : english)
