// Says nothing of the module: these are promises of the shop.
let Promises = [1, 2]
let first = Promises.first
