/** Words that are easy to say, to type and to distinguish. */
const words = `
acorn amber anchor apple apron arrow aspen autumn badge bagel baker bamboo banana barley basil basket
beacon bean bear beaver berry birch bison blanket blossom boat bottle bread breeze brick bridge bronze
broom brush bucket butter button cabin cable cactus camel camera candle canoe canyon carpet carrot castle
cedar cello cherry chess chimney cider circus clay cliff clock cloud clover cobalt coffee comet compass
copper coral cotton cradle crane crater cricket crown crystal curtain cycle daisy dancer desert diamond
dolphin donkey dragon drum eagle echo ember engine falcon feather fern fiddle finch flame flute forest
fossil fountain fox galaxy garden garlic ginger glacier globe goose granite grape guitar hammer harbor
harvest hazel hedge helmet heron hockey honey hornet island ivory jacket jaguar jasmine jelly jungle
kayak kettle kitten ladder lagoon lantern lavender lemon leopard lily linen lion lizard lobster lotus
magnet mango maple marble market meadow melon mint mirror monkey moon mosaic mountain mushroom napkin
nectar needle nest noodle nutmeg oak ocean olive onion opal orange orbit orchid otter oven owl oyster
paddle palm panda paper parrot peach peanut pearl pebble pencil pepper piano pigeon pillow pine pirate
planet plum pocket pony potato prairie puddle pumpkin puzzle quartz quilt rabbit radish rain raven ribbon
river robin rocket rose saddle salmon sandal sapphire saturn scarf shadow shell silver sparrow spider
spiral spoon spring squirrel stone storm summer sunset swan tea thunder tiger timber tomato trumpet tulip
tunnel turtle valley velvet violin walnut water whale willow window winter wolf zebra`
  .trim()
  .split(/\s+/)

const keyWords = 4

/** A key of four random words, some 32 bits. The costly derivation of secret presets makes guessing take years. */
export const suggestedKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(keyWords)), (drawn) => words[drawn % words.length]!).join(
    ' ',
  )
