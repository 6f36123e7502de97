#import <Bolts/Bolts.h>
#import "BFExecutor.h"
