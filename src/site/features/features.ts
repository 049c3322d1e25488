import { client } from './client-area/client-area.tsx'
import { columns } from './column-grid/column-grid.tsx'
import { counter, quickCounter } from './counter/counter.tsx'
import { expandingGrid } from './expanding-grid/expanding-grid.tsx'
import type { Feature } from './feature.ts'
import { flipBoxes } from './flip-boxes/flip-boxes.tsx'
import { galleryCarousel } from './gallery-carousel/gallery-carousel.tsx'
import { homeSlider } from './home-slider/home-slider.tsx'
import { perfect } from './perfect-boxes/perfect-boxes.tsx'
import { service, serviceThumb } from './service-rows/service-rows.tsx'
import { skillBars } from './skill-bars/skill-bars.tsx'
import { testimonialColumns, testimonials } from './testimonials/testimonials.tsx'
import { verticalSlider } from './vertical-slider/vertical-slider.tsx'

/** All presentation features. To add one, create its folder and list it here. */
export const features: readonly Feature[] = [
  client,
  columns,
  counter,
  expandingGrid,
  flipBoxes,
  galleryCarousel,
  homeSlider,
  perfect,
  quickCounter,
  service,
  serviceThumb,
  skillBars,
  testimonialColumns,
  testimonials,
  verticalSlider,
]
