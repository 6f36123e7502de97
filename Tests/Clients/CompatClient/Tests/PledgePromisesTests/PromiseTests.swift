import PledgePromises
import Testing
