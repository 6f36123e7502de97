import PledgeLoad
import Testing

struct LoadTests {}
