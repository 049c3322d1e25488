import type { ReactNode } from 'react'
import { z } from 'zod'
import { Picture } from '../../../things/media/picture-element.tsx'
import carousel from '../carousel.module.css'
import { CarouselViewport, PlayButton } from '../carousel.tsx'
import type { MediaPicture } from '../feature.ts'
import { defineFeature } from '../feature.ts'
import { flag, picture, text } from '../options.ts'
import styles from './testimonials.module.css'

export type Testimonial = {
  readonly quote: ReactNode
  readonly name: string
  /** Where they live, or what they do. */
  readonly about: string
  readonly picture?: MediaPicture | undefined
}

type TestimonialSliderProps = {
  readonly label: string
  readonly testimonials: readonly Testimonial[]
  readonly moves?: boolean
}

/** Three at a time, or one where there is little room; the script adds a dot for each place (SHOW-01). */
export const TestimonialSlider = ({ label, testimonials, moves = false }: TestimonialSliderProps) => (
  <div className={carousel.wide} data-feature="testimonials">
    <CarouselViewport label={label} className={styles.viewport}>
      <ul className={styles.strip}>
        {testimonials.map(({ quote, name, about, picture: face }, index) => (
          <li key={index}>
            <figure>
              <blockquote>{quote}</blockquote>
              <figcaption>
                {face && <Picture picture={face} maxWidth={80} sizes="48px" alt="" />}
                <span>
                  {name} <span className="optional">{about}</span>
                </span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </CarouselViewport>
    <div className={`${carousel.controls} ${styles.controls}`}>
      {moves && <PlayButton />}
      <div className={styles.dots} role="group" aria-label={`Places in ${label}`} data-dots="" />
    </div>
  </div>
)

export const testimonials = defineFeature({
  name: 'testimonials',
  title: 'Testimonials',
  options: z.object({
    title: text('Name of the testimonials', 'Testimonials'),
    autoplay: flag('Moves on by itself', false),
  }),
  item: {
    name: 'testimonial',
    title: 'Testimonial',
    options: z.object({ name: text('Name'), about: text('Place or profession'), picture: picture('Picture') }),
  },
  View: ({ options, items, pictures }) => (
    <TestimonialSlider
      label={options.title}
      moves={options.autoplay}
      testimonials={items.map(({ options: { name, about, picture: mediaId }, html }) => ({
        quote: <div dangerouslySetInnerHTML={{ __html: html }} />,
        name,
        about,
        picture: pictures.get(mediaId),
      }))}
    />
  ),
})
