import { lift, mix } from '../colour.ts'
import { curve, ellipse, type Profile } from '../geometry.ts'
import { drawLeaf } from '../leaves/leaves.ts'
import { type DrawCup, glassBody } from './cups.ts'
import { thrown, tube } from './glaze.ts'

/** Pots of glass, where the tea itself is the picture. */

/** A glass jug that evens out the infusion. */
export const pitcher: DrawCup = (scene, [main, second], _random, liquor) => {
  tube(
    scene,
    [
      [168, -310],
      [262, -330],
      [304, -262],
      [282, -160],
      [172, -110],
    ],
    [14, 13],
    mix(main, '#E8EFEA', 0.6),
    'glass',
  )
  const body: Profile = [
    { y: -372, r: 168 },
    { y: -330, r: 160 },
    { y: -240, r: 186 },
    { y: -120, r: 206 },
    { y: -40, r: 178 },
    { y: 0, r: 142 },
  ]
  glassBody(scene, body, mix(main, '#EAF0EA', 0.7), liquor ?? mix('#DDA850', second, 0.1), 0.34)
  scene.shape(
    curve(
      [
        [-150, -388],
        [-204, -402],
        [-178, -362],
        [-152, -340],
      ],
      true,
    ),
    mix(main, '#F2F6F0', 0.7),
    { light: `<path d="M-204 -402L-150 -388" stroke="#fff" stroke-width="6"/>` },
  )
}

/** A glass pot with a mesh basket, the tea showing through. */
export const glassTeapot: DrawCup = (scene, [main, second], random, liquor) => {
  const glass = mix(main, '#EEF4F2', 0.5)
  const tea = liquor ?? second
  tube(
    scene,
    [
      [225, -290],
      [326, -320],
      [396, -250],
      [380, -150],
      [300, -98],
      [222, -90],
    ],
    [19, 16],
    glass,
    'glass',
  )
  tube(
    scene,
    [
      [-200, -120],
      [-292, -150],
      [-330, -240],
      [-392, -312],
    ],
    [58, 18],
    glass,
    'glass',
  )
  const body: Profile = [
    { y: -340, r: 146 },
    { y: -318, r: 196 },
    { y: -250, r: 252 },
    { y: -150, r: 266 },
    { y: -66, r: 222 },
    { y: -20, r: 160 },
    { y: 0, r: 150 },
  ]
  glassBody(scene, body, glass, tea, 0.26)
  // The basket hangs from the rim, leaf opened inside it.
  const basket = `M-92 -330V-130A92 24 0 0 0 92 -130V-330Z`
  scene.paint(`<path d="${basket}" fill="${mix(tea, '#6b5a3c', 0.3)}" fill-opacity=".45"/>`)
  scene.clipped(basket, () => {
    for (let index = 0; index < 46; index++)
      drawLeaf.petals(
        scene,
        { x: random.between(-80, 80), y: -150 + random.bell() * 36, angle: random.next() * 6.28, scale: 0.55 },
        lift('#5E6B35', random.bell() * 0.06),
        random,
      )
    let mesh = ''
    for (let y = -320; y < -110; y += 11)
      for (let x = -88; x <= 88; x += 11) mesh += ellipse(x + (y % 2 ? 5 : 0), y, 1.8, 1.8)
    scene.paint(`<path d="${mesh}" fill="#F4F4EC" fill-opacity=".55"/>`)
  })
  scene.light(
    `<path d="M-92 -326V-130A92 24 0 0 0 92 -130V-326" fill="none" stroke="#fff" stroke-width="5" stroke-opacity=".6"/>`,
  )
  const cover: Profile = [
    { y: -398, r: 40 },
    { y: -388, r: 96 },
    { y: -362, r: 140 },
    { y: -336, r: 152 },
  ]
  thrown(scene, cover, glass, 'glass')
  const knob: Profile = [
    { y: -446, r: 20 },
    { y: -434, r: 32 },
    { y: -412, r: 28 },
    { y: -394, r: 18 },
  ]
  thrown(scene, knob, '#B98550', 'wood')
}
