import { client } from './client-area/client-area.tsx'
import { columns } from './column-grid/column-grid.tsx'
import { counter, quickCounter } from './counter/counter.tsx'
import { expandingGrid } from './expanding-grid/expanding-grid.tsx'
import type { Feature } from './feature.ts'
import { flipBoxes } from './flip-boxes/flip-boxes.tsx'
import { perfect } from './perfect-boxes/perfect-boxes.tsx'
import { service, serviceThumb } from './service-rows/service-rows.tsx'
import { skillBars } from './skill-bars/skill-bars.tsx'

/** Every presentation feature. One is added by its folder and its name here. */
export const features: readonly Feature[] = [
  client,
  columns,
  counter,
  expandingGrid,
  flipBoxes,
  perfect,
  quickCounter,
  service,
  serviceThumb,
  skillBars,
]
