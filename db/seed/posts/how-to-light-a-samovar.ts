import type { SeedPost } from '../types.ts'

export const howToLightASamovar: SeedPost = {
  slug: 'how-to-light-a-samovar',
  title: 'How to light a samovar',
  excerpt:
    'A pot of strong tea on top, boiling water below, and a fire in the middle of it all. How the machine works, what goes into it, and why it belongs outdoors.',
  category: 'Teaware',
  tags: ['samovar', 'black tea', 'winter', 'beginners'],
  daysAgo: 149,
  picture: 'post-how-to-light-a-samovar',
  html: `
<p>A samovar is a kettle with a chimney through the middle. You pour water around the outside, make a small fire on the inside, and for the next three hours there is boiling water for anyone who holds a glass under the tap. Ours is nickel-plated brass and holds five litres. We light it four or five times a year, and each time somebody asks how it is done.</p>

<h2>Before there is any fire</h2>
<p>Water goes in first, always. A samovar that is lit empty comes apart at the solder within minutes, and no repair will make it quite tight again. Fill it to a finger below the rim, put the lid on, and check that the tap neither drips nor sticks.</p>
<p>Then carry it outside. There is real smoke in the first ten minutes, and carbon monoxide for as long as anything glows. A balcony is too close to the neighbours, a garage is indoors. We use the loading dock behind the packing room, on two bricks, with a pail of water beside it.</p>

<h2>What to burn</h2>
<p>Dry pine cones are what the draft was made for. They catch quickly, burn hot and leave little ash. Birch bark is good for starting, apple or maple twigs keep the heat steady later on. Charcoal works if it is plain lump charcoal; briquettes with lighter in them will be in your tea before you have noticed.</p>
<ul>
<li>A twist of newspaper and a curl of birch bark go down the chimney first, lit.</li>
<li>Six or eight cones follow, one at a time, so the fire is never smothered.</li>
<li>When the flames stand, put the chimney pipe on. The sound changes from a crackle to a low rush.</li>
</ul>
<p>Five litres take about twenty-five minutes in October and forty in January. The old people went by ear: the water sings, then murmurs, then storms, and the murmur is the moment you want.</p>

<h2>The small pot on top</h2>
<p>What most people drink from a samovar was never boiled in it. The little pot on the crown holds a concentrate, which is kept warm by the steam and thinned in the glass.</p>
<p>For ten people we put 25 grams of black tea into a half-litre pot and fill it from the tap once the water storms. <a href="/product/samovar-breakfast/">Samovar Breakfast</a> was blended with this in mind; a <a href="/product/dian-hong-golden-buds/">Dian Hong</a> is rounder and needs no sugar at all. Give it eight minutes on the crown, with a folded cloth over it. Longer does little harm, as long as nobody drinks it undiluted.</p>
<p>Then pour a finger of concentrate into each glass and top it up with hot water. People who like it strong ask for two fingers. It is a courteous arrangement: everybody drinks from the same pot and nobody has to agree.</p>

<h2>What goes with it</h2>
<p>Lemon in thin slices, a saucer of sour cherry jam that is eaten from the spoon rather than stirred in, and lump sugar for those who were taught to hold it between the teeth. Rye bread and butter if it is late. We have been brought smoked trout, which was better than it sounds.</p>

<h2>Putting it out</h2>
<p>Let the fire burn down by itself, take the pipe off and leave the cap on. Never pour water into the chimney. When everything is cold, tip out the ash, empty the body and dry it with a cloth, since water that stands for a week leaves a line on the metal that takes an evening to rub off.</p>
<p>A samovar without fire is a good one too. Ours spends most of its life filled from an ordinary kettle and wrapped in a blanket, and it keeps five litres too hot to drink for well over an hour. The <a href="/product/six-kinds-sampler/">Six Kinds sampler</a> and a warm room make a party of that. You lose the smell of pine, and you keep your smoke alarm.</p>
`.trim(),
}
